"""The client of the Parley service, in one file that needs nothing but Python 3.9 or newer.

Generated from the contract by scripts/clients.mjs: change that, not this.

    from parley import Parley

    parley = Parley("http://127.0.0.1:8787", "pk_local_acme")
    print([agent.name for agent in parley.list_agents()])

A field set to None is not sent; NULL sends null. Fields of answers that this file does not know are kept in `extra`.
Nothing is sent twice: whoever wants to try again after a failure decides that for each call.
"""

from __future__ import annotations

import dataclasses
import json
import keyword
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Union, cast, get_args, get_origin, get_type_hints

#: Sends null, which is different from leaving a field out.
NULL: Any = type("Null", (), {"__repr__": lambda self: "NULL"})()

#: Longest answer that is read.
ANSWER_BYTES_MAXIMUM = 256 * 1024 * 1024


class ParleyError(Exception):
    """The service refused a request, or could not be reached (then `status` has no value)."""

    def __init__(self, message: str, status: Optional[int] = None, body: Any = None) -> None:
        super().__init__(message)
        self.status = status
        self.body = body


@dataclass
class Agent:
    name: str
    agent_description: str
    knowledge_base: str
    organization_id: str
    mode: str
    id: Optional[str] = None
    created_at: Optional[str] = None
    goals: Optional[List[str]] = None
    type: Optional[str] = None
    connection_type: Optional[str] = None
    phone_number: Optional[str] = None
    websocket_url: Optional[str] = None
    redact_pii: Optional[bool] = None
    folder_id: Optional[str] = None
    keyterms: Optional[List[str]] = None
    voice_provider: Optional[str] = None
    provider_id: Optional[str] = None
    websocket_username: Optional[str] = None
    websocket_password: Optional[str] = None
    external_agent_id: Optional[str] = None
    sip_uri: Optional[str] = None
    custom_sip_headers: Optional[Dict[str, Any]] = None
    sip_username: Optional[str] = None
    sip_password: Optional[str] = None
    simulation_notifications: Optional[Dict[str, Any]] = None
    rtc_agent_name: Optional[str] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    rtc_customer_tool_topic: Optional[str] = None
    pipeline_agent_name: Optional[str] = None
    pipeline_agent_configuration: Optional[Dict[str, Any]] = None
    pipeline_room_properties: Optional[Dict[str, Any]] = None
    livekit_agent_name: Optional[str] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    livekit_customer_tool_topic: Optional[str] = None
    pipecat_agent_name: Optional[str] = None
    pipecat_agent_configuration: Optional[Dict[str, Any]] = None
    pipecat_room_properties: Optional[Dict[str, Any]] = None
    http_webhook: Optional[str] = None
    http_webhook_key: Optional[str] = None
    import_secret: Optional[str] = None
    enable_outbound_call_auto_start: Optional[bool] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    checks_off: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AgentAnswer:
    agent_id: int
    status: str
    http_webhook_key: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AgentAsCode:
    bluejay_as_code_id: str
    name: Optional[str] = None
    agent_description: Optional[str] = None
    system_prompt: Optional[str] = None
    knowledge_base: Optional[str] = None
    mode: Optional[str] = None
    goals: Optional[List[str]] = None
    type: Optional[str] = None
    connection_type: Optional[str] = None
    phone_number: Optional[str] = None
    websocket_url: Optional[str] = None
    redact_pii: Optional[bool] = None
    folder_id: Optional[str] = None
    keyterms: Optional[List[str]] = None
    voice_provider: Optional[str] = None
    provider_id: Optional[str] = None
    websocket_username: Optional[str] = None
    websocket_password: Optional[str] = None
    external_agent_id: Optional[str] = None
    sip_uri: Optional[str] = None
    custom_sip_headers: Optional[Dict[str, Any]] = None
    sip_username: Optional[str] = None
    sip_password: Optional[str] = None
    simulation_notifications: Optional[Dict[str, Any]] = None
    rtc_agent_name: Optional[str] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    rtc_customer_tool_topic: Optional[str] = None
    pipeline_agent_name: Optional[str] = None
    pipeline_agent_configuration: Optional[Dict[str, Any]] = None
    pipeline_room_properties: Optional[Dict[str, Any]] = None
    livekit_agent_name: Optional[str] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    livekit_customer_tool_topic: Optional[str] = None
    pipecat_agent_name: Optional[str] = None
    pipecat_agent_configuration: Optional[Dict[str, Any]] = None
    pipecat_room_properties: Optional[Dict[str, Any]] = None
    http_webhook: Optional[str] = None
    http_webhook_key: Optional[str] = None
    import_secret: Optional[str] = None
    enable_outbound_call_auto_start: Optional[bool] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    checks_off: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AgentChanges:
    name: Optional[str] = None
    agent_description: Optional[str] = None
    system_prompt: Optional[str] = None
    knowledge_base: Optional[str] = None
    mode: Optional[str] = None
    goals: Optional[List[str]] = None
    type: Optional[str] = None
    connection_type: Optional[str] = None
    phone_number: Optional[str] = None
    websocket_url: Optional[str] = None
    redact_pii: Optional[bool] = None
    folder_id: Optional[str] = None
    keyterms: Optional[List[str]] = None
    voice_provider: Optional[str] = None
    provider_id: Optional[str] = None
    websocket_username: Optional[str] = None
    websocket_password: Optional[str] = None
    external_agent_id: Optional[str] = None
    sip_uri: Optional[str] = None
    custom_sip_headers: Optional[Dict[str, Any]] = None
    sip_username: Optional[str] = None
    sip_password: Optional[str] = None
    simulation_notifications: Optional[Dict[str, Any]] = None
    rtc_agent_name: Optional[str] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    rtc_customer_tool_topic: Optional[str] = None
    pipeline_agent_name: Optional[str] = None
    pipeline_agent_configuration: Optional[Dict[str, Any]] = None
    pipeline_room_properties: Optional[Dict[str, Any]] = None
    livekit_agent_name: Optional[str] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    livekit_customer_tool_topic: Optional[str] = None
    pipecat_agent_name: Optional[str] = None
    pipecat_agent_configuration: Optional[Dict[str, Any]] = None
    pipecat_room_properties: Optional[Dict[str, Any]] = None
    http_webhook: Optional[str] = None
    http_webhook_key: Optional[str] = None
    import_secret: Optional[str] = None
    enable_outbound_call_auto_start: Optional[bool] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    checks_off: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AgentCreate:
    name: str
    agent_description: Optional[str] = None
    system_prompt: Optional[str] = None
    knowledge_base: Optional[str] = None
    mode: Optional[str] = None
    goals: Optional[List[str]] = None
    type: Optional[str] = None
    connection_type: Optional[str] = None
    phone_number: Optional[str] = None
    websocket_url: Optional[str] = None
    redact_pii: Optional[bool] = None
    folder_id: Optional[str] = None
    keyterms: Optional[List[str]] = None
    voice_provider: Optional[str] = None
    provider_id: Optional[str] = None
    websocket_username: Optional[str] = None
    websocket_password: Optional[str] = None
    external_agent_id: Optional[str] = None
    sip_uri: Optional[str] = None
    custom_sip_headers: Optional[Dict[str, Any]] = None
    sip_username: Optional[str] = None
    sip_password: Optional[str] = None
    simulation_notifications: Optional[Dict[str, Any]] = None
    rtc_agent_name: Optional[str] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    rtc_customer_tool_topic: Optional[str] = None
    pipeline_agent_name: Optional[str] = None
    pipeline_agent_configuration: Optional[Dict[str, Any]] = None
    pipeline_room_properties: Optional[Dict[str, Any]] = None
    livekit_agent_name: Optional[str] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    livekit_customer_tool_topic: Optional[str] = None
    pipecat_agent_name: Optional[str] = None
    pipecat_agent_configuration: Optional[Dict[str, Any]] = None
    pipecat_room_properties: Optional[Dict[str, Any]] = None
    http_webhook: Optional[str] = None
    http_webhook_key: Optional[str] = None
    import_secret: Optional[str] = None
    enable_outbound_call_auto_start: Optional[bool] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    checks_off: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AgentListItemItem:
    name: str
    agent_description: str
    knowledge_base: str
    organization_id: str
    mode: str
    id: Optional[str] = None
    created_at: Optional[str] = None
    goals: Optional[List[str]] = None
    type: Optional[str] = None
    connection_type: Optional[str] = None
    phone_number: Optional[str] = None
    websocket_url: Optional[str] = None
    redact_pii: Optional[bool] = None
    folder_id: Optional[str] = None
    keyterms: Optional[List[str]] = None
    voice_provider: Optional[str] = None
    provider_id: Optional[str] = None
    websocket_username: Optional[str] = None
    websocket_password: Optional[str] = None
    external_agent_id: Optional[str] = None
    sip_uri: Optional[str] = None
    custom_sip_headers: Optional[Dict[str, Any]] = None
    sip_username: Optional[str] = None
    sip_password: Optional[str] = None
    simulation_notifications: Optional[Dict[str, Any]] = None
    rtc_agent_name: Optional[str] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    rtc_customer_tool_topic: Optional[str] = None
    pipeline_agent_name: Optional[str] = None
    pipeline_agent_configuration: Optional[Dict[str, Any]] = None
    pipeline_room_properties: Optional[Dict[str, Any]] = None
    livekit_agent_name: Optional[str] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    livekit_customer_tool_topic: Optional[str] = None
    pipecat_agent_name: Optional[str] = None
    pipecat_agent_configuration: Optional[Dict[str, Any]] = None
    pipecat_room_properties: Optional[Dict[str, Any]] = None
    http_webhook: Optional[str] = None
    http_webhook_key: Optional[str] = None
    import_secret: Optional[str] = None
    enable_outbound_call_auto_start: Optional[bool] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    checks_off: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AgentMove:
    agent_id: Union[int, str]
    folder_id: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AgentMoved:
    agent_id: int
    folder_id: Optional[str]
    status: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AgentReached:
    url: Optional[str]
    ms: float
    failure: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AgentTest:
    message: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AgentTested:
    url: Optional[str]
    status: Optional[int]
    ms: float
    answer: Optional[str]
    tool_calls: List[str]
    failure: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AgentUpdate:
    agent_id: Optional[Union[int, str]] = None
    name: Optional[str] = None
    agent_description: Optional[str] = None
    system_prompt: Optional[str] = None
    knowledge_base: Optional[str] = None
    mode: Optional[str] = None
    goals: Optional[List[str]] = None
    type: Optional[str] = None
    connection_type: Optional[str] = None
    phone_number: Optional[str] = None
    websocket_url: Optional[str] = None
    redact_pii: Optional[bool] = None
    folder_id: Optional[str] = None
    keyterms: Optional[List[str]] = None
    voice_provider: Optional[str] = None
    provider_id: Optional[str] = None
    websocket_username: Optional[str] = None
    websocket_password: Optional[str] = None
    external_agent_id: Optional[str] = None
    sip_uri: Optional[str] = None
    custom_sip_headers: Optional[Dict[str, Any]] = None
    sip_username: Optional[str] = None
    sip_password: Optional[str] = None
    simulation_notifications: Optional[Dict[str, Any]] = None
    rtc_agent_name: Optional[str] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    rtc_customer_tool_topic: Optional[str] = None
    pipeline_agent_name: Optional[str] = None
    pipeline_agent_configuration: Optional[Dict[str, Any]] = None
    pipeline_room_properties: Optional[Dict[str, Any]] = None
    livekit_agent_name: Optional[str] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    livekit_customer_tool_topic: Optional[str] = None
    pipecat_agent_name: Optional[str] = None
    pipecat_agent_configuration: Optional[Dict[str, Any]] = None
    pipecat_room_properties: Optional[Dict[str, Any]] = None
    http_webhook: Optional[str] = None
    http_webhook_key: Optional[str] = None
    import_secret: Optional[str] = None
    enable_outbound_call_auto_start: Optional[bool] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    checks_off: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AgentUpdateByExternalId:
    external_agent_id: str
    name: Optional[str] = None
    agent_description: Optional[str] = None
    system_prompt: Optional[str] = None
    knowledge_base: Optional[str] = None
    mode: Optional[str] = None
    goals: Optional[List[str]] = None
    type: Optional[str] = None
    connection_type: Optional[str] = None
    phone_number: Optional[str] = None
    websocket_url: Optional[str] = None
    redact_pii: Optional[bool] = None
    folder_id: Optional[str] = None
    keyterms: Optional[List[str]] = None
    voice_provider: Optional[str] = None
    provider_id: Optional[str] = None
    websocket_username: Optional[str] = None
    websocket_password: Optional[str] = None
    sip_uri: Optional[str] = None
    custom_sip_headers: Optional[Dict[str, Any]] = None
    sip_username: Optional[str] = None
    sip_password: Optional[str] = None
    simulation_notifications: Optional[Dict[str, Any]] = None
    rtc_agent_name: Optional[str] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    rtc_customer_tool_topic: Optional[str] = None
    pipeline_agent_name: Optional[str] = None
    pipeline_agent_configuration: Optional[Dict[str, Any]] = None
    pipeline_room_properties: Optional[Dict[str, Any]] = None
    livekit_agent_name: Optional[str] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    livekit_customer_tool_topic: Optional[str] = None
    pipecat_agent_name: Optional[str] = None
    pipecat_agent_configuration: Optional[Dict[str, Any]] = None
    pipecat_room_properties: Optional[Dict[str, Any]] = None
    http_webhook: Optional[str] = None
    http_webhook_key: Optional[str] = None
    import_secret: Optional[str] = None
    enable_outbound_call_auto_start: Optional[bool] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    checks_off: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AlertNotificationChannelsItem:
    type: str
    target: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Alert:
    id: str
    organization_id: str
    name: str
    description: Optional[str]
    is_enabled: bool
    entity_type: str
    entity_field: str
    operator: str
    comparison_value: str
    notification_channels: List[AlertNotificationChannelsItem]
    last_triggered_at: Optional[str]
    trigger_count: int
    created_by: Optional[str]
    applies_to_all_agents: bool
    agents: Optional[List[int]]
    created_at: str
    updated_at: Optional[str]
    threshold_time_interval: int
    min_events: int
    clear_events: int
    in_alert: bool
    source_scope: str
    unused_fields: List[str]
    unused_channels: List[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AlertCreateNotificationChannelsItem:
    type: str
    target: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AlertCreate:
    name: str
    entity_type: str
    entity_field: str
    operator: str
    comparison_value: str
    description: Optional[str] = None
    is_enabled: Optional[bool] = None
    notification_channels: Optional[List[AlertCreateNotificationChannelsItem]] = None
    applies_to_all_agents: Optional[bool] = None
    agent_ids: Optional[List[Union[int, str]]] = None
    threshold_time_interval: Optional[int] = None
    min_events: Optional[int] = None
    clear_events: Optional[int] = None
    source_scope: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AlertUpdate:
    name: Optional[str] = None
    description: Optional[str] = None
    is_enabled: Optional[bool] = None
    entity_type: Optional[str] = None
    entity_field: Optional[str] = None
    operator: Optional[str] = None
    comparison_value: Optional[str] = None
    notification_channels: Optional[List[AlertCreateNotificationChannelsItem]] = None
    applies_to_all_agents: Optional[bool] = None
    agent_ids: Optional[List[Union[int, str]]] = None
    threshold_time_interval: Optional[int] = None
    min_events: Optional[int] = None
    clear_events: Optional[int] = None
    source_scope: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AlertsAlertsItem:
    id: str
    organization_id: str
    name: str
    description: Optional[str]
    is_enabled: bool
    entity_type: str
    entity_field: str
    operator: str
    comparison_value: str
    notification_channels: List[AlertNotificationChannelsItem]
    last_triggered_at: Optional[str]
    trigger_count: int
    created_by: Optional[str]
    applies_to_all_agents: bool
    agents: Optional[List[int]]
    created_at: str
    updated_at: Optional[str]
    threshold_time_interval: int
    min_events: int
    clear_events: int
    in_alert: bool
    source_scope: str
    unused_fields: List[str]
    unused_channels: List[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Alerts:
    alerts: List[AlertsAlertsItem]
    total: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AsCodeAgentsItem:
    bluejay_as_code_id: str
    name: Optional[str] = None
    agent_description: Optional[str] = None
    system_prompt: Optional[str] = None
    knowledge_base: Optional[str] = None
    mode: Optional[str] = None
    goals: Optional[List[str]] = None
    type: Optional[str] = None
    connection_type: Optional[str] = None
    phone_number: Optional[str] = None
    websocket_url: Optional[str] = None
    redact_pii: Optional[bool] = None
    folder_id: Optional[str] = None
    keyterms: Optional[List[str]] = None
    voice_provider: Optional[str] = None
    provider_id: Optional[str] = None
    websocket_username: Optional[str] = None
    websocket_password: Optional[str] = None
    external_agent_id: Optional[str] = None
    sip_uri: Optional[str] = None
    custom_sip_headers: Optional[Dict[str, Any]] = None
    sip_username: Optional[str] = None
    sip_password: Optional[str] = None
    simulation_notifications: Optional[Dict[str, Any]] = None
    rtc_agent_name: Optional[str] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    rtc_customer_tool_topic: Optional[str] = None
    pipeline_agent_name: Optional[str] = None
    pipeline_agent_configuration: Optional[Dict[str, Any]] = None
    pipeline_room_properties: Optional[Dict[str, Any]] = None
    livekit_agent_name: Optional[str] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    livekit_customer_tool_topic: Optional[str] = None
    pipecat_agent_name: Optional[str] = None
    pipecat_agent_configuration: Optional[Dict[str, Any]] = None
    pipecat_room_properties: Optional[Dict[str, Any]] = None
    http_webhook: Optional[str] = None
    http_webhook_key: Optional[str] = None
    import_secret: Optional[str] = None
    enable_outbound_call_auto_start: Optional[bool] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    checks_off: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AsCodeSimulationsItem:
    bluejay_as_code_id: str
    name: Optional[str] = None
    description: Optional[str] = None
    max_concurrent: Optional[int] = None
    max_turns: Optional[int] = None
    opening_patience_ms: Optional[int] = None
    max_call_duration: Optional[int] = None
    max_call_duration_units: Optional[str] = None
    runs_per_digital_human: Optional[int] = None
    sequential_calling: Optional[bool] = None
    hangup_on_transfer: Optional[bool] = None
    prompt_id: Optional[str] = None
    knowledge_base_id: Optional[str] = None
    selected_custom_metrics: Optional[List[str]] = None
    custom_metrics_passing_threshold: Optional[int] = None
    custom_metrics_failing_threshold: Optional[int] = None
    digital_humans_settings: Optional[Dict[str, Any]] = None
    ringing_timeout: Optional[int] = None
    always_on: Optional[bool] = None
    tags: Optional[List[str]] = None
    pinned: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AsCodeDigitalHumansItemExpectedToolCallsItem:
    name: str
    parameters: Optional[Dict[str, Any]] = None
    output: Any = None
    order: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AsCodeDigitalHumansItemTraitsItem:
    trait_name: str
    trait_data_type: Optional[str] = None
    value: Any = None
    is_sip_header: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AsCodeDigitalHumansItemInterruptionsKeywordResponsesItem:
    keyword: str
    response: str
    probability: Optional[float] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AsCodeDigitalHumansItemInterruptions:
    type: Optional[str] = None
    keyword_responses: Optional[List[AsCodeDigitalHumansItemInterruptionsKeywordResponsesItem]] = None
    contextual_prompt: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AsCodeDigitalHumansItemScriptedResponsesItem:
    match_type: Optional[str] = None
    match_phrase: Optional[str] = None
    response_type: Optional[str] = None
    response_value: Optional[str] = None
    occurrence_mode: Optional[str] = None
    occurrence_n: Optional[float] = None
    silence_duration: Optional[float] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AsCodeDigitalHumansItemSpeaksFirstConfig:
    speaks_first: Optional[bool] = None
    mode: Optional[str] = None
    message: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AsCodeDigitalHumansItemFormattedTranscriptItem:
    role: str
    utterance: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AsCodeDigitalHumansItemJourneyStepsItem:
    step: int
    intent: str
    success_criteria: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AsCodeDigitalHumansItem:
    bluejay_as_code_id: str
    intent: Optional[str] = None
    success_criteria: Optional[str] = None
    name: Optional[str] = None
    test_name: Optional[str] = None
    tag: Optional[str] = None
    tags: Optional[List[str]] = None
    phone_number: Optional[str] = None
    outbound_text_number: Optional[str] = None
    background_noise_volume: Optional[float] = None
    background_noise_file: Optional[str] = None
    expected_tool_calls: Optional[List[AsCodeDigitalHumansItemExpectedToolCallsItem]] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    allow_end_call_tool: Optional[bool] = None
    allow_dtmf_tool: Optional[bool] = None
    allow_silence_tool: Optional[bool] = None
    silence_tool_instructions: Optional[str] = None
    endpointing_delay: Optional[float] = None
    creativity: Optional[float] = None
    hangup_phrases: Optional[List[str]] = None
    hangup_instructions: Optional[str] = None
    silence_timeout: Optional[int] = None
    role_description: Optional[str] = None
    traits: Optional[List[AsCodeDigitalHumansItemTraitsItem]] = None
    interruptions: Optional[AsCodeDigitalHumansItemInterruptions] = None
    scripted_responses: Optional[List[AsCodeDigitalHumansItemScriptedResponsesItem]] = None
    speaks_first_config: Optional[AsCodeDigitalHumansItemSpeaksFirstConfig] = None
    original_transcript: Optional[str] = None
    formatted_transcript: Optional[List[AsCodeDigitalHumansItemFormattedTranscriptItem]] = None
    enriched_playback: Optional[List[Dict[str, Any]]] = None
    journey_steps: Optional[List[AsCodeDigitalHumansItemJourneyStepsItem]] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    generation: Optional[Dict[str, Any]] = None
    language: Optional[str] = None
    accent: Optional[str] = None
    gender: Optional[str] = None
    background_noise: Optional[str] = None
    voice_speed: Optional[str] = None
    audio_quality: Optional[str] = None
    fluency: Optional[str] = None
    verbosity: Optional[str] = None
    num_runs: Optional[int] = None
    always_on_mode: Optional[bool] = None
    always_on_active: Optional[bool] = None
    replay_mode: Optional[str] = None
    workflow_v2_id: Optional[str] = None
    workflow_path_index: Optional[int] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AsCodeCustomMetricsItem:
    bluejay_as_code_id: str
    min_value: Optional[float] = None
    max_value: Optional[float] = None
    category: Optional[str] = None
    tags: Optional[List[str]] = None
    scoring_guidance: Optional[str] = None
    eval_route: Optional[str] = None
    model: Optional[str] = None
    audio_model: Optional[str] = None
    temperature: Optional[float] = None
    enum_options: Optional[List[str]] = None
    allow_not_applicable: Optional[bool] = None
    name: Optional[str] = None
    description: Optional[str] = None
    response_type: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AsCode:
    agents: List[AsCodeAgentsItem]
    simulations: List[AsCodeSimulationsItem]
    digital_humans: Optional[List[AsCodeDigitalHumansItem]] = None
    custom_metrics: Optional[List[AsCodeCustomMetricsItem]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class AsCodeResult:
    valid: bool
    errors: List[str]
    actions: List[str]
    simulation_id: Optional[int]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallEvent:
    title: str
    start_offset_ms: Optional[int] = None
    description: Optional[str] = None
    end_offset_ms: Optional[int] = None
    tags: Optional[List[str]] = None
    metadata: Optional[Dict[str, Any]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogParticipantsItem:
    role: str
    spoke_first: Optional[bool]
    name: Optional[str]
    phone_number: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogToolCallsItem:
    name: str
    start_offset_ms: Optional[int] = None
    description: Optional[str] = None
    parameters: Optional[Dict[str, Any]] = None
    output: Any = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEventsItem:
    title: str
    start_offset_ms: Optional[int] = None
    description: Optional[str] = None
    end_offset_ms: Optional[int] = None
    tags: Optional[List[str]] = None
    metadata: Optional[Dict[str, Any]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationsItemCustomMetricsItem:
    metric_id: Optional[str]
    name: str
    description: str
    response_type: str
    status: str
    response_value: str
    reasoning: Optional[str]
    min_value: Optional[float]
    max_value: Optional[float]
    category: Optional[str]
    tags: Optional[List[str]]
    scoring_guidance: Optional[str]
    enum_options: Optional[List[str]]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationsItemLatency:
    avg_agent_latency: Optional[float]
    max_agent_latency: Optional[float]
    p50_agent_latency: Optional[float]
    p90_agent_latency: Optional[float]
    p95_agent_latency: Optional[float]
    p99_agent_latency: Optional[float]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationsItem:
    id: str
    created_at: str
    goal_success: Optional[bool]
    goal_reasoning: Optional[str]
    custom_metrics: Optional[List[CallLogEvaluationsItemCustomMetricsItem]]
    agent_speak_percentage: Optional[float]
    avg_agent_latency: Optional[float]
    latency: Optional[CallLogEvaluationsItemLatency]
    num_turns: Optional[int]
    filler_ignored_latency: None
    hallucination: None
    hallucination_reasoning: None
    redundancy: None
    redundancy_reasoning: None
    call_summary: None
    custom_evals: None
    custom_evals_success_rate: None
    pronunciation_score: None
    pronunciation_reasoning: None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogRecording:
    media_type: str
    bytes: int
    sha256: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationVerdictsItemClausesItem:
    line: int
    text: str
    outcome: Union[bool, str]
    decided: bool
    evidence: List[Dict[str, Any]]
    missing: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationVerdictsItemErrorsItem:
    line: int
    column: int
    message: str
    expected: Optional[List[str]] = None
    near_miss: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationVerdictsItemVotesItem:
    status: str
    value: Any
    reason: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationVerdictsItemSuspectedInjectionItem:
    where: str
    sign: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationVerdictsItemUsage:
    calls: int
    cached_calls: int
    prompt_tokens: Optional[int]
    completion_tokens: Optional[int]
    ms: float
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationVerdictsItem:
    metric_id: Optional[str]
    name: str
    response_type: str
    requested_by: List[str]
    status: str
    value: Any
    method: Optional[str]
    reason: Optional[str] = None
    message: Optional[str] = None
    unit: Optional[str] = None
    missing: Optional[List[str]] = None
    clauses: Optional[List[CallLogEvaluationVerdictsItemClausesItem]] = None
    errors: Optional[List[CallLogEvaluationVerdictsItemErrorsItem]] = None
    method_version: Optional[str] = None
    model: Optional[str] = None
    metric_sha256: Optional[str] = None
    question_sha256: Optional[str] = None
    route: Optional[str] = None
    evidence: Optional[List[Dict[str, Any]]] = None
    reasoning: Optional[str] = None
    votes: Optional[List[CallLogEvaluationVerdictsItemVotesItem]] = None
    agreement: Optional[float] = None
    suspected_injection: Optional[List[CallLogEvaluationVerdictsItemSuspectedInjectionItem]] = None
    usage: Optional[CallLogEvaluationVerdictsItemUsage] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationSuspicionsItem:
    sentence: str
    reads: str
    rule: str
    clauses: Optional[List[CallLogEvaluationVerdictsItemClausesItem]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationCounts:
    """counts of verdicts; passed and failed count only pass_fail metrics"""

    passed: int
    failed: int
    evaluated: int
    not_applicable: int
    not_evaluated: int
    error: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationMetricsItem:
    id: str
    status: str
    value: Any
    unit: str
    n: int
    low_support: bool
    formula: str
    evidence: List[Dict[str, Any]]
    reason: Optional[str] = None
    lower_bound: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationDataQualityItem:
    code: str
    indexes: List[int]
    message: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationRecordingChannelsItemEstimateVoiceActivitySegmentsItem:
    start_ms: int
    end_ms: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationRecordingChannelsItemEstimateVoiceActivity:
    segments: List[CallLogEvaluationRecordingChannelsItemEstimateVoiceActivitySegmentsItem]
    threshold_dbfs: float
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationRecordingChannelsItemEstimate:
    voice_activity: CallLogEvaluationRecordingChannelsItemEstimateVoiceActivity
    snr_db: Optional[float]
    noisy: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationRecordingChannelsItem:
    peak_dbfs: float
    rms_dbfs: float
    clipped_fraction: float
    digital_silence_fraction: float
    estimate: CallLogEvaluationRecordingChannelsItemEstimate
    dc_offset: Optional[float] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationRecordingAssignment:
    status: str
    by: str
    rests_on: Optional[List[str]] = None
    weak: Optional[bool] = None
    head_start_ms: Optional[int] = None
    agent_channel: Optional[int] = None
    reason: Optional[str] = None
    overlap_ms: Optional[int] = None
    other_overlap_ms: Optional[int] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationRecordingDriftAgent:
    """offset of the transcript from the recording; positive: the transcript is late"""

    n: int
    unmatched: int
    median_ms: Optional[float]
    max_ms: Optional[float]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationRecordingDrift:
    agent: CallLogEvaluationRecordingDriftAgent
    user: CallLogEvaluationRecordingDriftAgent
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationRecording:
    status: str
    encoding: str
    sample_rate_hz: int
    channel_count: int
    duration_ms: int
    channels: List[CallLogEvaluationRecordingChannelsItem]
    channel_correlation: Optional[float]
    copied_mono: bool
    assignment: Optional[CallLogEvaluationRecordingAssignment]
    drift: Optional[CallLogEvaluationRecordingDrift]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluationRecording2:
    status: str
    reason: str
    message: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogEvaluation:
    evaluated_at: str
    verdicts: List[CallLogEvaluationVerdictsItem]
    counts: CallLogEvaluationCounts
    metrics: List[CallLogEvaluationMetricsItem]
    timing_from: Optional[str]
    data_quality: List[CallLogEvaluationDataQualityItem]
    transcript: Optional[List[Dict[str, Any]]]
    recording: Optional[Union[CallLogEvaluationRecording, CallLogEvaluationRecording2]]
    usage: CallLogEvaluationVerdictsItemUsage
    suspicions: Optional[List[CallLogEvaluationSuspicionsItem]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLog:
    id: str
    agent_id: str
    external_agent_id: Optional[str]
    status: str
    created_at: str
    start_time_utc: str
    participants: List[CallLogParticipantsItem]
    call_direction: str
    interface: str
    recording_url: Optional[str]
    transcript_url: Optional[str]
    tool_calls: Optional[List[CallLogToolCallsItem]]
    events: Optional[List[CallLogEventsItem]]
    tags: Optional[List[str]]
    metadata: Optional[Dict[str, Any]]
    custom_metrics: Optional[List[Any]]
    conversation_ended_by: Optional[str]
    duration_ms: Optional[int]
    evaluations: Optional[List[CallLogEvaluationsItem]]
    annotations: None
    prompt_version: Optional[int]
    knowledge_base_version: Optional[int]
    recording: Optional[CallLogRecording]
    evaluation: Optional[CallLogEvaluation]
    transcript: Optional[List[Any]] = None
    trace_id: Optional[str] = None
    webhook_tag: Optional[str] = None
    custom_metric_tags: Optional[List[Any]] = None
    label: Optional[str] = None
    enable_phrase_latencies: Optional[bool] = None
    multichannel: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogDone:
    message: str
    status: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogPageCallLogsItem:
    id: str
    agent_id: str
    external_agent_id: Optional[str]
    status: str
    created_at: str
    start_time_utc: str
    participants: List[CallLogParticipantsItem]
    call_direction: str
    interface: str
    recording_url: Optional[str]
    transcript_url: Optional[str]
    tool_calls: Optional[List[CallLogToolCallsItem]]
    events: Optional[List[CallLogEventsItem]]
    tags: Optional[List[str]]
    metadata: Optional[Dict[str, Any]]
    custom_metrics: Optional[List[Any]]
    conversation_ended_by: Optional[str]
    duration_ms: Optional[int]
    evaluations: Optional[List[CallLogEvaluationsItem]]
    annotations: None
    prompt_version: Optional[int]
    knowledge_base_version: Optional[int]
    recording: Optional[CallLogRecording]
    evaluation: Optional[CallLogEvaluation]
    transcript: Optional[List[Any]] = None
    trace_id: Optional[str] = None
    webhook_tag: Optional[str] = None
    custom_metric_tags: Optional[List[Any]] = None
    label: Optional[str] = None
    enable_phrase_latencies: Optional[bool] = None
    multichannel: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogPage:
    call_logs: List[CallLogPageCallLogsItem]
    total_count: int
    page: int
    page_size: int
    items_in_page: int
    total_pages: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogUpdate:
    tool_calls: Optional[List[CallLogToolCallsItem]] = None
    events: Optional[List[CallLogEventsItem]] = None
    metadata: Optional[Dict[str, Any]] = None
    reevaluate: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogsDelete:
    call_ids: List[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallLogsDeleted:
    message: str
    deleted_count: int
    status: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CallRecording:
    media_type: str
    bytes: int
    recording_base64: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CommunitiesCommunitiesItem:
    id: str
    title: str
    description: Optional[str]
    created_at: str
    digital_human_ids: List[int]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Communities:
    communities: List[CommunitiesCommunitiesItem]
    total_count: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Community:
    id: str
    title: str
    description: Optional[str]
    created_at: str
    digital_human_ids: List[int]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CommunityCreate:
    title: str
    description: Optional[str] = None
    digital_human_ids: Optional[List[Union[int, str]]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CommunityMembers:
    digital_human_ids: List[Union[int, str]]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CommunityUpdate:
    title: Optional[str] = None
    description: Optional[str] = None
    digital_human_ids: Optional[List[Union[int, str]]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CompareRuns:
    experiment_run_ids: List[Union[Union[int, str], str]]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ConsoleLink:
    path: str
    expires_at: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ConversationEntry:
    role: str
    message: str
    message_id: Optional[str]
    start_offset_ms: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CreateDigitalHumanDigitalHuman:
    intent: Optional[str] = None
    success_criteria: Optional[str] = None
    name: Optional[str] = None
    test_name: Optional[str] = None
    tag: Optional[str] = None
    tags: Optional[List[str]] = None
    phone_number: Optional[str] = None
    outbound_text_number: Optional[str] = None
    background_noise_volume: Optional[float] = None
    background_noise_file: Optional[str] = None
    expected_tool_calls: Optional[List[AsCodeDigitalHumansItemExpectedToolCallsItem]] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    allow_end_call_tool: Optional[bool] = None
    allow_dtmf_tool: Optional[bool] = None
    allow_silence_tool: Optional[bool] = None
    silence_tool_instructions: Optional[str] = None
    endpointing_delay: Optional[float] = None
    creativity: Optional[float] = None
    hangup_phrases: Optional[List[str]] = None
    hangup_instructions: Optional[str] = None
    silence_timeout: Optional[int] = None
    role_description: Optional[str] = None
    traits: Optional[List[AsCodeDigitalHumansItemTraitsItem]] = None
    interruptions: Optional[AsCodeDigitalHumansItemInterruptions] = None
    scripted_responses: Optional[List[AsCodeDigitalHumansItemScriptedResponsesItem]] = None
    speaks_first_config: Optional[AsCodeDigitalHumansItemSpeaksFirstConfig] = None
    original_transcript: Optional[str] = None
    formatted_transcript: Optional[List[AsCodeDigitalHumansItemFormattedTranscriptItem]] = None
    enriched_playback: Optional[List[Dict[str, Any]]] = None
    journey_steps: Optional[List[AsCodeDigitalHumansItemJourneyStepsItem]] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    generation: Optional[Dict[str, Any]] = None
    language: Optional[str] = None
    accent: Optional[str] = None
    gender: Optional[str] = None
    background_noise: Optional[str] = None
    voice_speed: Optional[str] = None
    audio_quality: Optional[str] = None
    fluency: Optional[str] = None
    verbosity: Optional[str] = None
    num_runs: Optional[int] = None
    always_on_mode: Optional[bool] = None
    always_on_active: Optional[bool] = None
    replay_mode: Optional[str] = None
    workflow_v2_id: Optional[str] = None
    workflow_path_index: Optional[int] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CreateDigitalHuman:
    digital_human: CreateDigitalHumanDigitalHuman
    simulation_ids: Optional[List[Union[int, str]]] = None
    simulation_id: Optional[Union[int, str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CreatedAgent:
    name: str
    agent_description: str
    knowledge_base: str
    organization_id: str
    mode: str
    http_webhook_key: Optional[str]
    agent_id: int
    status: str
    id: Optional[str] = None
    created_at: Optional[str] = None
    goals: Optional[List[str]] = None
    type: Optional[str] = None
    connection_type: Optional[str] = None
    phone_number: Optional[str] = None
    websocket_url: Optional[str] = None
    redact_pii: Optional[bool] = None
    folder_id: Optional[str] = None
    keyterms: Optional[List[str]] = None
    voice_provider: Optional[str] = None
    provider_id: Optional[str] = None
    websocket_username: Optional[str] = None
    websocket_password: Optional[str] = None
    external_agent_id: Optional[str] = None
    sip_uri: Optional[str] = None
    custom_sip_headers: Optional[Dict[str, Any]] = None
    sip_username: Optional[str] = None
    sip_password: Optional[str] = None
    simulation_notifications: Optional[Dict[str, Any]] = None
    rtc_agent_name: Optional[str] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    rtc_customer_tool_topic: Optional[str] = None
    pipeline_agent_name: Optional[str] = None
    pipeline_agent_configuration: Optional[Dict[str, Any]] = None
    pipeline_room_properties: Optional[Dict[str, Any]] = None
    livekit_agent_name: Optional[str] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    livekit_customer_tool_topic: Optional[str] = None
    pipecat_agent_name: Optional[str] = None
    pipecat_agent_configuration: Optional[Dict[str, Any]] = None
    pipecat_room_properties: Optional[Dict[str, Any]] = None
    http_webhook: Optional[str] = None
    import_secret: Optional[str] = None
    enable_outbound_call_auto_start: Optional[bool] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    checks_off: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CreatedSimulation:
    simulation_id: int
    status: str
    id: int
    name: str
    description: Optional[str]
    agent_id: int
    max_concurrent: Optional[int]
    max_turns: Optional[int]
    digital_human_ids: List[int]
    opening_patience_ms: Optional[int]
    created_at: str
    settings: Dict[str, Any]
    type: str
    max_call_duration: Optional[int]
    ringing_timeout: Optional[int]
    tags: Optional[List[str]]
    pinned: Optional[bool]
    always_on: Optional[bool]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CreatedWebhook:
    id: str
    tag: Optional[str]
    url: str
    events: List[str]
    created_at: str
    secret: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CustomMetric:
    id: str
    name: str
    description: str
    response_type: str
    created_at: str
    agent_ids: Optional[List[int]] = None
    min_value: Optional[float] = None
    max_value: Optional[float] = None
    category: Optional[str] = None
    tags: Optional[List[str]] = None
    scoring_guidance: Optional[str] = None
    eval_route: Optional[str] = None
    model: Optional[str] = None
    audio_model: Optional[str] = None
    temperature: Optional[float] = None
    enum_options: Optional[List[str]] = None
    allow_not_applicable: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CustomMetricAsCode:
    bluejay_as_code_id: str
    min_value: Optional[float] = None
    max_value: Optional[float] = None
    category: Optional[str] = None
    tags: Optional[List[str]] = None
    scoring_guidance: Optional[str] = None
    eval_route: Optional[str] = None
    model: Optional[str] = None
    audio_model: Optional[str] = None
    temperature: Optional[float] = None
    enum_options: Optional[List[str]] = None
    allow_not_applicable: Optional[bool] = None
    name: Optional[str] = None
    description: Optional[str] = None
    response_type: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CustomMetricCreate:
    name: str
    response_type: str
    min_value: Optional[float] = None
    max_value: Optional[float] = None
    category: Optional[str] = None
    tags: Optional[List[str]] = None
    scoring_guidance: Optional[str] = None
    eval_route: Optional[str] = None
    model: Optional[str] = None
    audio_model: Optional[str] = None
    temperature: Optional[float] = None
    enum_options: Optional[List[str]] = None
    allow_not_applicable: Optional[bool] = None
    description: Optional[str] = None
    agent_ids: Optional[List[Union[int, str]]] = None
    agent_id: Optional[Union[int, str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CustomMetricPageMetricsItem:
    id: str
    name: str
    description: str
    response_type: str
    created_at: str
    agent_ids: Optional[List[int]] = None
    min_value: Optional[float] = None
    max_value: Optional[float] = None
    category: Optional[str] = None
    tags: Optional[List[str]] = None
    scoring_guidance: Optional[str] = None
    eval_route: Optional[str] = None
    model: Optional[str] = None
    audio_model: Optional[str] = None
    temperature: Optional[float] = None
    enum_options: Optional[List[str]] = None
    allow_not_applicable: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CustomMetricPage:
    metrics: List[CustomMetricPageMetricsItem]
    total_count: int
    page: int
    page_size: int
    items_in_page: int
    total_pages: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CustomMetricUpdate:
    min_value: Optional[float] = None
    max_value: Optional[float] = None
    category: Optional[str] = None
    tags: Optional[List[str]] = None
    scoring_guidance: Optional[str] = None
    eval_route: Optional[str] = None
    model: Optional[str] = None
    audio_model: Optional[str] = None
    temperature: Optional[float] = None
    enum_options: Optional[List[str]] = None
    allow_not_applicable: Optional[bool] = None
    agent_id: Optional[Union[int, str]] = None
    name: Optional[str] = None
    description: Optional[str] = None
    response_type: Optional[str] = None
    agent_ids: Optional[List[Union[int, str]]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CustomMetricsCreateMetricsItem:
    name: str
    response_type: str
    min_value: Optional[float] = None
    max_value: Optional[float] = None
    category: Optional[str] = None
    tags: Optional[List[str]] = None
    scoring_guidance: Optional[str] = None
    eval_route: Optional[str] = None
    model: Optional[str] = None
    audio_model: Optional[str] = None
    temperature: Optional[float] = None
    enum_options: Optional[List[str]] = None
    allow_not_applicable: Optional[bool] = None
    description: Optional[str] = None
    agent_ids: Optional[List[Union[int, str]]] = None
    agent_id: Optional[Union[int, str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CustomMetricsCreate:
    metrics: List[CustomMetricsCreateMetricsItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CustomMetricsCreated:
    metrics: List[CustomMetricPageMetricsItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CustomMetricsUpdateUpdates:
    tags: Optional[List[str]] = None
    agent_ids: Optional[List[Union[int, str]]] = None
    eval_route: Optional[str] = None
    model: Optional[str] = None
    audio_model: Optional[str] = None
    temperature: Optional[float] = None
    allow_not_applicable: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CustomMetricsUpdate:
    metric_ids: List[str]
    updates: CustomMetricsUpdateUpdates
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CustomMetricsUpdated:
    success: bool
    message: Optional[str]
    updated: Optional[int]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CustomerTrait:
    id: str
    agent_id: int
    name: str
    data_type: str
    default_value: Any
    created_at: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CustomerTraitCreate:
    agent_id: Union[int, str]
    name: str
    data_type: str
    default_value: Any = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CustomerTraitUpdate:
    name: Optional[str] = None
    data_type: Optional[str] = None
    default_value: Any = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CustomerTraitsTraitsItem:
    id: str
    agent_id: int
    name: str
    data_type: str
    default_value: Any
    created_at: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class CustomerTraits:
    traits: List[CustomerTraitsTraitsItem]
    total_count: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DeletedAlert:
    message: str
    deleted_alert_id: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DeletedCustomMetric:
    name: str
    description: str
    response_type: str
    id: Optional[str] = None
    created_at: Optional[str] = None
    agent_id: Optional[int] = None
    organization_id: Optional[str] = None
    min_value: Optional[float] = None
    max_value: Optional[float] = None
    category: Optional[str] = None
    tags: Optional[List[str]] = None
    scoring_guidance: Optional[str] = None
    eval_route: Optional[str] = None
    model: Optional[str] = None
    audio_model: Optional[str] = None
    temperature: Optional[float] = None
    enum_options: Optional[List[str]] = None
    allow_not_applicable: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DeletedCustomerTrait:
    message: str
    deleted_trait_id: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DeletedFolder:
    folder_id: str
    status: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DeletedLabel:
    deleted: bool
    agent_id: int
    id: str
    label_text: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DeletedSchedule:
    status: str
    message: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DeletedSimulation:
    message: str
    deleted_simulation_id: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DeletedSimulationResult:
    message: str
    deleted_simulation_result_id: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DeletedSimulationRun:
    message: str
    deleted_simulation_run_id: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DeletedVersion:
    deleted: bool
    agent_id: int
    id: str
    version: int
    latest_version: Optional[int]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DeletedWebhook:
    deleted: bool
    id: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DeletedWorkflow:
    message: str
    deleted_workflow_id: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DigitalHumanTraitsItem:
    trait_name: str
    is_sip_header: Optional[bool]
    trait_data_type: Optional[str] = None
    value: Any = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DigitalHuman:
    id: int
    created_at: str
    intent: Optional[str] = None
    success_criteria: Optional[str] = None
    name: Optional[str] = None
    test_name: Optional[str] = None
    tag: Optional[str] = None
    tags: Optional[List[str]] = None
    phone_number: Optional[str] = None
    outbound_text_number: Optional[str] = None
    background_noise_volume: Optional[float] = None
    background_noise_file: Optional[str] = None
    expected_tool_calls: Optional[List[AsCodeDigitalHumansItemExpectedToolCallsItem]] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    allow_end_call_tool: Optional[bool] = None
    allow_dtmf_tool: Optional[bool] = None
    allow_silence_tool: Optional[bool] = None
    silence_tool_instructions: Optional[str] = None
    endpointing_delay: Optional[float] = None
    creativity: Optional[float] = None
    hangup_phrases: Optional[List[str]] = None
    hangup_instructions: Optional[str] = None
    silence_timeout: Optional[int] = None
    role_description: Optional[str] = None
    traits: Optional[List[DigitalHumanTraitsItem]] = None
    interruptions: Optional[AsCodeDigitalHumansItemInterruptions] = None
    scripted_responses: Optional[List[AsCodeDigitalHumansItemScriptedResponsesItem]] = None
    speaks_first_config: Optional[AsCodeDigitalHumansItemSpeaksFirstConfig] = None
    original_transcript: Optional[str] = None
    formatted_transcript: Optional[List[AsCodeDigitalHumansItemFormattedTranscriptItem]] = None
    enriched_playback: Optional[List[Dict[str, Any]]] = None
    journey_steps: Optional[List[AsCodeDigitalHumansItemJourneyStepsItem]] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    generation: Optional[Dict[str, Any]] = None
    language: Optional[str] = None
    accent: Optional[str] = None
    gender: Optional[str] = None
    background_noise: Optional[str] = None
    voice_speed: Optional[str] = None
    audio_quality: Optional[str] = None
    fluency: Optional[str] = None
    verbosity: Optional[str] = None
    num_runs: Optional[int] = None
    always_on_mode: Optional[bool] = None
    always_on_active: Optional[bool] = None
    replay_mode: Optional[str] = None
    workflow_v2_id: Optional[str] = None
    workflow_path_index: Optional[int] = None
    websocket_url: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DigitalHumanAnswerDigitalHuman:
    id: int
    created_at: str
    intent: Optional[str] = None
    success_criteria: Optional[str] = None
    name: Optional[str] = None
    test_name: Optional[str] = None
    tag: Optional[str] = None
    tags: Optional[List[str]] = None
    phone_number: Optional[str] = None
    outbound_text_number: Optional[str] = None
    background_noise_volume: Optional[float] = None
    background_noise_file: Optional[str] = None
    expected_tool_calls: Optional[List[AsCodeDigitalHumansItemExpectedToolCallsItem]] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    allow_end_call_tool: Optional[bool] = None
    allow_dtmf_tool: Optional[bool] = None
    allow_silence_tool: Optional[bool] = None
    silence_tool_instructions: Optional[str] = None
    endpointing_delay: Optional[float] = None
    creativity: Optional[float] = None
    hangup_phrases: Optional[List[str]] = None
    hangup_instructions: Optional[str] = None
    silence_timeout: Optional[int] = None
    role_description: Optional[str] = None
    traits: Optional[List[DigitalHumanTraitsItem]] = None
    interruptions: Optional[AsCodeDigitalHumansItemInterruptions] = None
    scripted_responses: Optional[List[AsCodeDigitalHumansItemScriptedResponsesItem]] = None
    speaks_first_config: Optional[AsCodeDigitalHumansItemSpeaksFirstConfig] = None
    original_transcript: Optional[str] = None
    formatted_transcript: Optional[List[AsCodeDigitalHumansItemFormattedTranscriptItem]] = None
    enriched_playback: Optional[List[Dict[str, Any]]] = None
    journey_steps: Optional[List[AsCodeDigitalHumansItemJourneyStepsItem]] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    generation: Optional[Dict[str, Any]] = None
    language: Optional[str] = None
    accent: Optional[str] = None
    gender: Optional[str] = None
    background_noise: Optional[str] = None
    voice_speed: Optional[str] = None
    audio_quality: Optional[str] = None
    fluency: Optional[str] = None
    verbosity: Optional[str] = None
    num_runs: Optional[int] = None
    always_on_mode: Optional[bool] = None
    always_on_active: Optional[bool] = None
    replay_mode: Optional[str] = None
    workflow_v2_id: Optional[str] = None
    workflow_path_index: Optional[int] = None
    websocket_url: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DigitalHumanAnswer:
    digital_human: DigitalHumanAnswerDigitalHuman
    simulation_ids: Optional[List[int]] = None
    simulation_id: Optional[int] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DigitalHumanAsCode:
    bluejay_as_code_id: str
    intent: Optional[str] = None
    success_criteria: Optional[str] = None
    name: Optional[str] = None
    test_name: Optional[str] = None
    tag: Optional[str] = None
    tags: Optional[List[str]] = None
    phone_number: Optional[str] = None
    outbound_text_number: Optional[str] = None
    background_noise_volume: Optional[float] = None
    background_noise_file: Optional[str] = None
    expected_tool_calls: Optional[List[AsCodeDigitalHumansItemExpectedToolCallsItem]] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    allow_end_call_tool: Optional[bool] = None
    allow_dtmf_tool: Optional[bool] = None
    allow_silence_tool: Optional[bool] = None
    silence_tool_instructions: Optional[str] = None
    endpointing_delay: Optional[float] = None
    creativity: Optional[float] = None
    hangup_phrases: Optional[List[str]] = None
    hangup_instructions: Optional[str] = None
    silence_timeout: Optional[int] = None
    role_description: Optional[str] = None
    traits: Optional[List[DigitalHumanTraitsItem]] = None
    interruptions: Optional[AsCodeDigitalHumansItemInterruptions] = None
    scripted_responses: Optional[List[AsCodeDigitalHumansItemScriptedResponsesItem]] = None
    speaks_first_config: Optional[AsCodeDigitalHumansItemSpeaksFirstConfig] = None
    original_transcript: Optional[str] = None
    formatted_transcript: Optional[List[AsCodeDigitalHumansItemFormattedTranscriptItem]] = None
    enriched_playback: Optional[List[Dict[str, Any]]] = None
    journey_steps: Optional[List[AsCodeDigitalHumansItemJourneyStepsItem]] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    generation: Optional[Dict[str, Any]] = None
    language: Optional[str] = None
    accent: Optional[str] = None
    gender: Optional[str] = None
    background_noise: Optional[str] = None
    voice_speed: Optional[str] = None
    audio_quality: Optional[str] = None
    fluency: Optional[str] = None
    verbosity: Optional[str] = None
    num_runs: Optional[int] = None
    always_on_mode: Optional[bool] = None
    always_on_active: Optional[bool] = None
    replay_mode: Optional[str] = None
    workflow_v2_id: Optional[str] = None
    workflow_path_index: Optional[int] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DigitalHumanCreate:
    intent: Optional[str]
    success_criteria: Optional[str]
    background_noise_volume: Optional[float]
    allow_dtmf_tool: Optional[bool]
    allow_silence_tool: Optional[bool]
    silence_tool_instructions: Optional[str]
    endpointing_delay: Optional[float]
    creativity: Optional[float]
    language: Optional[str]
    background_noise: Optional[str]
    voice_speed: Optional[str]
    name: Optional[str] = None
    test_name: Optional[str] = None
    tag: Optional[str] = None
    tags: Optional[List[str]] = None
    phone_number: Optional[str] = None
    outbound_text_number: Optional[str] = None
    background_noise_file: Optional[str] = None
    expected_tool_calls: Optional[List[AsCodeDigitalHumansItemExpectedToolCallsItem]] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    allow_end_call_tool: Optional[bool] = None
    hangup_phrases: Optional[List[str]] = None
    hangup_instructions: Optional[str] = None
    silence_timeout: Optional[int] = None
    role_description: Optional[str] = None
    traits: Optional[List[DigitalHumanTraitsItem]] = None
    interruptions: Optional[AsCodeDigitalHumansItemInterruptions] = None
    scripted_responses: Optional[List[AsCodeDigitalHumansItemScriptedResponsesItem]] = None
    speaks_first_config: Optional[AsCodeDigitalHumansItemSpeaksFirstConfig] = None
    original_transcript: Optional[str] = None
    formatted_transcript: Optional[List[AsCodeDigitalHumansItemFormattedTranscriptItem]] = None
    enriched_playback: Optional[List[Dict[str, Any]]] = None
    journey_steps: Optional[List[AsCodeDigitalHumansItemJourneyStepsItem]] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    generation: Optional[Dict[str, Any]] = None
    accent: Optional[str] = None
    gender: Optional[str] = None
    audio_quality: Optional[str] = None
    fluency: Optional[str] = None
    verbosity: Optional[str] = None
    num_runs: Optional[int] = None
    always_on_mode: Optional[bool] = None
    always_on_active: Optional[bool] = None
    replay_mode: Optional[str] = None
    workflow_v2_id: Optional[str] = None
    workflow_path_index: Optional[int] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DigitalHumansCreate:
    digital_humans: List[CreateDigitalHumanDigitalHuman]
    simulation_ids: Optional[List[Union[int, str]]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DigitalHumansCreatedDigitalHumansItem:
    digital_human: DigitalHumanAnswerDigitalHuman
    simulation_ids: Optional[List[int]] = None
    simulation_id: Optional[int] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DigitalHumansCreatedErrorsItem:
    index: int
    detail: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DigitalHumansCreated:
    digital_humans: List[DigitalHumansCreatedDigitalHumansItem]
    errors: List[DigitalHumansCreatedErrorsItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DigitalHumansOfSimulation:
    digital_humans: List[DigitalHumanAnswerDigitalHuman]
    total: int
    simulation_id: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DigitalHumansUpdateUpdatesItemUpdate:
    intent: Optional[str] = None
    success_criteria: Optional[str] = None
    name: Optional[str] = None
    test_name: Optional[str] = None
    tag: Optional[str] = None
    tags: Optional[List[str]] = None
    phone_number: Optional[str] = None
    outbound_text_number: Optional[str] = None
    background_noise_volume: Optional[float] = None
    background_noise_file: Optional[str] = None
    expected_tool_calls: Optional[List[AsCodeDigitalHumansItemExpectedToolCallsItem]] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    allow_end_call_tool: Optional[bool] = None
    allow_dtmf_tool: Optional[bool] = None
    allow_silence_tool: Optional[bool] = None
    silence_tool_instructions: Optional[str] = None
    endpointing_delay: Optional[float] = None
    creativity: Optional[float] = None
    hangup_phrases: Optional[List[str]] = None
    hangup_instructions: Optional[str] = None
    silence_timeout: Optional[int] = None
    role_description: Optional[str] = None
    traits: Optional[List[AsCodeDigitalHumansItemTraitsItem]] = None
    interruptions: Optional[AsCodeDigitalHumansItemInterruptions] = None
    scripted_responses: Optional[List[AsCodeDigitalHumansItemScriptedResponsesItem]] = None
    speaks_first_config: Optional[AsCodeDigitalHumansItemSpeaksFirstConfig] = None
    original_transcript: Optional[str] = None
    formatted_transcript: Optional[List[AsCodeDigitalHumansItemFormattedTranscriptItem]] = None
    enriched_playback: Optional[List[Dict[str, Any]]] = None
    journey_steps: Optional[List[AsCodeDigitalHumansItemJourneyStepsItem]] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    generation: Optional[Dict[str, Any]] = None
    language: Optional[str] = None
    accent: Optional[str] = None
    gender: Optional[str] = None
    background_noise: Optional[str] = None
    voice_speed: Optional[str] = None
    audio_quality: Optional[str] = None
    fluency: Optional[str] = None
    verbosity: Optional[str] = None
    num_runs: Optional[int] = None
    always_on_mode: Optional[bool] = None
    always_on_active: Optional[bool] = None
    replay_mode: Optional[str] = None
    simulation_ids: Optional[List[Union[int, str]]] = None
    override_conflict: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DigitalHumansUpdateUpdatesItem:
    digital_human_id: Union[int, str]
    update: DigitalHumansUpdateUpdatesItemUpdate
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DigitalHumansUpdate:
    updates: List[DigitalHumansUpdateUpdatesItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DigitalHumansUpdatedErrorsItem:
    index: int
    digital_human_id: int
    detail: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class DigitalHumansUpdated:
    updated: List[DigitalHumansCreatedDigitalHumansItem]
    errors: List[DigitalHumansUpdatedErrorsItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class EndConversations:
    test_result_ids: List[Union[str, int]]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class EndedConversations:
    success: bool
    ended_count: int
    test_result_ids: List[int]
    failed_ids: List[int]
    message: str
    ended: List[str]
    already_ended: List[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class EvaluateAnswer:
    status: str
    call_id: str
    message: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class EvaluateRequestParticipantsItem:
    role: str
    spoke_first: Optional[bool] = None
    name: Optional[str] = None
    phone_number: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class EvaluateRequestTranscriptItem:
    speaker: str
    utterance: str
    start_offset_ms: Optional[int] = None
    end_offset_ms: Optional[int] = None
    filler_utterance: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class EvaluateRequestToolCallsItem:
    name: str
    start_offset_ms: Optional[int] = None
    description: Optional[str] = None
    parameters: Optional[Dict[str, Any]] = None
    output: Any = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class EvaluateRequest:
    start_time_utc: str
    participants: List[EvaluateRequestParticipantsItem]
    agent_id: Optional[Union[str, int]] = None
    external_agent_id: Optional[str] = None
    recording_url: Optional[str] = None
    recording_base64: Optional[str] = None
    call_direction: Optional[str] = None
    interface: Optional[str] = None
    transcript_url: Optional[str] = None
    transcript: Optional[List[EvaluateRequestTranscriptItem]] = None
    tool_calls: Optional[List[EvaluateRequestToolCallsItem]] = None
    events: Optional[List[CallLogEventsItem]] = None
    tags: Optional[List[str]] = None
    trace_id: Optional[str] = None
    created_at: Optional[str] = None
    metadata: Optional[Dict[str, Any]] = None
    webhook_tag: Optional[str] = None
    custom_metrics: Optional[List[str]] = None
    custom_metric_tags: Optional[List[str]] = None
    label: Optional[str] = None
    enable_phrase_latencies: Optional[bool] = None
    conversation_ended_by: Optional[str] = None
    multichannel: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Evaluation:
    evaluated_at: str
    verdicts: List[CallLogEvaluationVerdictsItem]
    counts: CallLogEvaluationCounts
    metrics: List[CallLogEvaluationMetricsItem]
    timing_from: Optional[str]
    data_quality: List[CallLogEvaluationDataQualityItem]
    transcript: Optional[List[Dict[str, Any]]]
    recording: Optional[Union[CallLogEvaluationRecording, CallLogEvaluationRecording2]]
    usage: CallLogEvaluationVerdictsItemUsage
    suspicions: Optional[List[CallLogEvaluationSuspicionsItem]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ExpectedToolCall:
    name: str
    parameters: Optional[Dict[str, Any]] = None
    output: Any = None
    order: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class FidelityInfidelitiesItem:
    reason: str
    turn: int
    detail: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class FidelityUnanswered:
    question: str
    slot: Optional[str]
    turn: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Fidelity:
    verdict: str
    infidelities: List[FidelityInfidelitiesItem]
    asked_but_unknown: List[str]
    unanswered: Optional[FidelityUnanswered] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Folder:
    id: str
    name: str
    organization_id: str
    created_at: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class FolderCreate:
    name: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class FolderListItemItem:
    id: str
    name: str
    organization_id: str
    created_at: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class FormattedTranscript:
    formatted_transcript: List[AsCodeDigitalHumansItemFormattedTranscriptItem]
    description: str
    speaks_first_config: Optional[AsCodeDigitalHumansItemSpeaksFirstConfig]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class FormattedUtterance:
    role: str
    utterance: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class FoundMetric:
    metric_id: Optional[str]
    name: str
    description: str
    response_type: str
    status: str
    response_value: str
    reasoning: Optional[str]
    min_value: Optional[float]
    max_value: Optional[float]
    category: Optional[str]
    tags: Optional[List[str]]
    scoring_guidance: Optional[str]
    enum_options: Optional[List[str]]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class GenerateDigitalHumansGoalAdherenceItem:
    goal: str
    num_calls: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class GenerateDigitalHumansReplayTranscriptItem:
    transcript: str
    success_criteria: Optional[str] = None
    mode: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class GenerateDigitalHumansReplayTranscriptItem2:
    conversation_id: Union[str, int]
    success_criteria: Optional[str] = None
    mode: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class GenerateDigitalHumansCustomerPersonasItem:
    name: str
    description: str
    goal: str
    num_calls: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class GenerateDigitalHumans:
    agent_id: Union[str, int]
    simulation_id: Optional[Union[str, int]] = None
    prompt_id: Optional[str] = None
    knowledge_base_id: Optional[str] = None
    goal_adherence: Optional[List[GenerateDigitalHumansGoalAdherenceItem]] = None
    workflow_adherence: Optional[Dict[str, int]] = None
    workflow_adherence_v2: Optional[Dict[str, int]] = None
    replay_transcript: Optional[List[Union[GenerateDigitalHumansReplayTranscriptItem, GenerateDigitalHumansReplayTranscriptItem2]]] = None
    customer_personas: Optional[List[GenerateDigitalHumansCustomerPersonasItem]] = None
    load_testing: Optional[int] = None
    red_teaming: Optional[int] = None
    traits: Optional[List[AsCodeDigitalHumansItemTraitsItem]] = None
    num_runs: Optional[int] = None
    policy_probes: Optional[int] = None
    seed: Optional[str] = None
    preview: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class GeneratedDigitalHumansPoliciesItem:
    sentence: str
    rule: Optional[str]
    caller: Optional[str]
    why_none: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class GeneratedDigitalHumans:
    digital_humans: List[Any]
    status: str
    success: bool
    test_scenarios: Optional[List[Any]] = None
    policies: Optional[List[GeneratedDigitalHumansPoliciesItem]] = None
    warning: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ImportAnswer:
    status: str
    call_ids: List[str]
    message: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class IntentSummary:
    intent_summary: Optional[str]
    test_case_id: int
    skipped: bool
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Interruptions:
    type: Optional[str] = None
    keyword_responses: Optional[List[AsCodeDigitalHumansItemInterruptionsKeywordResponsesItem]] = None
    contextual_prompt: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JourneyStep:
    step: int
    intent: str
    success_criteria: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCalibrationExamplesItem:
    transcript: List[EvaluateRequestTranscriptItem]
    tool_calls: Optional[List[CallLogToolCallsItem]] = None
    events: Optional[List[CallLogEventsItem]] = None
    metadata: Optional[Dict[str, Any]] = None
    conversation_ended_by: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCalibration:
    metric: CustomMetricsCreateMetricsItem
    examples: List[JudgeCalibrationExamplesItem]
    votes: Optional[int] = None
    option_order: Optional[str] = None
    fresh: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCalibrationAnswerResultsItemUsage:
    """tokens are null if the model's server does not report them"""

    calls: int
    cached_calls: int
    prompt_tokens: Optional[int]
    completion_tokens: Optional[int]
    ms: float
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCalibrationAnswerResultsItem:
    status: str
    value: Any
    method: str
    reason: Optional[str] = None
    message: Optional[str] = None
    missing: Optional[List[str]] = None
    model: Optional[str] = None
    metric_sha256: Optional[str] = None
    question_sha256: Optional[str] = None
    evidence: Optional[List[Dict[str, Any]]] = None
    reasoning: Optional[str] = None
    votes: Optional[List[Dict[str, Any]]] = None
    agreement: Optional[float] = None
    suspected_injection: Optional[List[Dict[str, Any]]] = None
    usage: Optional[JudgeCalibrationAnswerResultsItemUsage] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCalibrationAnswer:
    results: List[JudgeCalibrationAnswerResultsItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCertificateMeasuredKappa:
    value: float
    lower: float
    upper: float
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCertificateMeasuredClassesItem:
    class_: str
    labelled: int
    sensitivity: Optional[JudgeCertificateMeasuredKappa]
    specificity: Optional[JudgeCertificateMeasuredKappa]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCertificateMeasuredCost:
    calls: int
    prompt_tokens: Optional[int]
    completion_tokens: Optional[int]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCertificateMeasuredConfusionItem:
    expected: str
    got: str
    count: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCertificateMeasured:
    examples: int
    judged: int
    accuracy: Optional[float]
    f1: Optional[float]
    mean_absolute_error: Optional[float]
    flip_rate: Optional[float]
    kappa: Optional[JudgeCertificateMeasuredKappa]
    classes: List[JudgeCertificateMeasuredClassesItem]
    cost: JudgeCertificateMeasuredCost
    confusion: List[JudgeCertificateMeasuredConfusionItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCertificateAbstention:
    alpha: float
    least_agreement: Optional[float]
    tuned_on: int
    checked_on: int
    answered: int
    wrong: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCertificateProbesOptionOrder:
    asked: int
    changed: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCertificateProbesPadding:
    """the agent said the same with more words"""

    asked: int
    changed: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCertificateProbesInjection:
    """the agent told the judge what to answer, and it did"""

    asked: int
    changed: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCertificateProbes:
    option_order: Optional[JudgeCertificateProbesOptionOrder]
    padding: JudgeCertificateProbesPadding
    injection: JudgeCertificateProbesInjection
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCertificatePeopleItem:
    labellers: List[str]
    examples: int
    kappa: Optional[JudgeCertificateMeasuredKappa]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCertificate:
    metric: str
    response_type: str
    metric_sha256: str
    question_sha256: str
    model: str
    votes: int
    labels_sha256: str
    measured: JudgeCertificateMeasured
    made_at: str
    abstention: Optional[JudgeCertificateAbstention] = None
    probes: Optional[JudgeCertificateProbes] = None
    people: Optional[List[JudgeCertificatePeopleItem]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCertificateCreate:
    metric: str
    response_type: str
    metric_sha256: str
    question_sha256: str
    model: str
    votes: int
    labels_sha256: str
    measured: JudgeCertificateMeasured
    abstention: Optional[JudgeCertificateAbstention] = None
    probes: Optional[JudgeCertificateProbes] = None
    people: Optional[List[JudgeCertificatePeopleItem]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCertificatePageCertificatesItem:
    metric: str
    response_type: str
    metric_sha256: str
    question_sha256: str
    model: str
    votes: int
    labels_sha256: str
    measured: JudgeCertificateMeasured
    made_at: str
    abstention: Optional[JudgeCertificateAbstention] = None
    probes: Optional[JudgeCertificateProbes] = None
    people: Optional[List[JudgeCertificatePeopleItem]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeCertificatePage:
    certificates: List[JudgeCertificatePageCertificatesItem]
    total_count: int
    page: int
    page_size: int
    items_in_page: int
    total_pages: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgeExample:
    transcript: List[EvaluateRequestTranscriptItem]
    tool_calls: Optional[List[CallLogToolCallsItem]] = None
    events: Optional[List[CallLogEventsItem]] = None
    metadata: Optional[Dict[str, Any]] = None
    conversation_ended_by: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class JudgedVerdict:
    name: str
    response_type: str
    status: str
    value: Any
    method: Optional[str]
    model: Optional[str] = None
    metric_sha256: Optional[str] = None
    question_sha256: Optional[str] = None
    votes: Optional[List[CallLogEvaluationVerdictsItemVotesItem]] = None
    agreement: Optional[float] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class KnowledgeBaseVersion:
    kb_text: str
    version: int
    agent_id: int
    id: Optional[str] = None
    commit_message: Optional[str] = None
    labels: Optional[List[str]] = None
    metadata: Optional[Dict[str, Any]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class KnowledgeBaseVersionCreate:
    kb_text: str
    commit_message: Optional[str] = None
    labels: Optional[List[str]] = None
    metadata: Optional[Dict[str, Any]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class KnowledgeBaseVersionListItemItem:
    kb_text: str
    version: int
    agent_id: int
    id: Optional[str] = None
    commit_message: Optional[str] = None
    labels: Optional[List[str]] = None
    metadata: Optional[Dict[str, Any]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Label:
    agent_id: int
    label_text: str
    id: Optional[str] = None
    created_at: Optional[str] = None
    prompt_id: Optional[str] = None
    knowledge_base_id: Optional[str] = None
    color: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class LabelCreate:
    label_text: str
    color: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class LabelListItemItem:
    agent_id: int
    label_text: str
    id: Optional[str] = None
    created_at: Optional[str] = None
    prompt_id: Optional[str] = None
    knowledge_base_id: Optional[str] = None
    color: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class LabelMove:
    at: str
    agent_id: int
    kind: str
    label: str
    action: str
    previous_version: Optional[int]
    version: Optional[int]
    evidence: Optional[Dict[str, Any]]
    key_id: str
    moved_by: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class LabelMovePageMovesItem:
    at: str
    agent_id: int
    kind: str
    label: str
    action: str
    previous_version: Optional[int]
    version: Optional[int]
    evidence: Optional[Dict[str, Any]]
    key_id: str
    moved_by: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class LabelMovePage:
    moves: List[LabelMovePageMovesItem]
    total_count: int
    page: int
    page_size: int
    items_in_page: int
    total_pages: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class LabelMoveReason:
    kind: str
    label: str
    version: int
    action: str
    evidence: Optional[Dict[str, Any]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class LabelOperation:
    labels: Optional[List[str]] = None
    override_label: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class LabelOperationAnswer:
    labels: List[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class LabelRename:
    label_text: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Latency:
    avg_agent_latency: Optional[float]
    max_agent_latency: Optional[float]
    p50_agent_latency: Optional[float]
    p90_agent_latency: Optional[float]
    p95_agent_latency: Optional[float]
    p99_agent_latency: Optional[float]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ListedSimulationResultToolCallsItemExpectedItem:
    parameters: Optional[Dict[str, Any]]
    output: Any
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ListedSimulationResultToolCallsItemActualItem:
    parameters: Optional[Dict[str, Any]]
    output: Any
    start_offset_ms: Optional[int]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ListedSimulationResultToolCallsItem:
    name: str
    expected: List[ListedSimulationResultToolCallsItemExpectedItem]
    actual: List[ListedSimulationResultToolCallsItemActualItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ListedSimulationResultCriteriaJudgedItem:
    name: str
    response_type: str
    status: str
    value: Any
    method: Optional[str]
    model: Optional[str] = None
    metric_sha256: Optional[str] = None
    question_sha256: Optional[str] = None
    votes: Optional[List[CallLogEvaluationVerdictsItemVotesItem]] = None
    agreement: Optional[float] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ListedSimulationResultCriteria:
    held: List[str]
    failed: List[str]
    unevaluated: List[str]
    error: List[str]
    judged: Optional[List[ListedSimulationResultCriteriaJudgedItem]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ListedSimulationResultFidelity:
    verdict: str
    infidelities: List[FidelityInfidelitiesItem]
    asked_but_unknown: List[str]
    unanswered: Optional[FidelityUnanswered] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ListedSimulationResultDivergenceItem:
    line: int
    status: str
    turn: Optional[int]
    similarity: Optional[float]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ListedSimulationResultInactiveScriptedResponsesItem:
    index: int
    reason: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ListedSimulationResultTranscriptItem:
    role: str
    message: str
    message_id: Optional[str]
    start_offset_ms: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ListedSimulationResultVersionsStatedItem:
    by: str
    prompt_id: Optional[str] = None
    prompt_version: Optional[int] = None
    knowledge_base_version: Optional[int] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ListedSimulationResultVersions:
    """what the run tests, and what shows that the agent ran it"""

    prompt_id: Optional[str]
    prompt_version: Optional[int]
    prompt_label: Optional[str]
    knowledge_base_id: Optional[str]
    knowledge_base_version: Optional[int]
    prompt_evidence: str
    knowledge_base_evidence: str
    stated: List[ListedSimulationResultVersionsStatedItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ListedSimulationResult:
    id: int
    digital_human_id: int
    status: str
    result: None
    start_time: Optional[str]
    end_time: Optional[str]
    duration: Optional[int]
    custom_metrics: Optional[List[CallLogEvaluationsItemCustomMetricsItem]]
    latency: Optional[CallLogEvaluationsItemLatency]
    events: Optional[List[CallLogEventsItem]]
    transcript_url: None
    audio_url: None
    evaluations: Optional[List[CallLogEvaluationsItem]]
    tool_calls: List[ListedSimulationResultToolCallsItem]
    simulation_run_id: int
    simulation_id: int
    agent_id: int
    repetition: int
    journey_step: Optional[int]
    seed: str
    created_at: str
    end_reason: Optional[str]
    outcome: Optional[str]
    outcome_reason: Optional[str]
    criteria: Optional[ListedSimulationResultCriteria]
    goal_completed: Optional[bool]
    fidelity: Optional[ListedSimulationResultFidelity]
    divergence: Optional[List[ListedSimulationResultDivergenceItem]]
    unused_fields: Optional[List[str]]
    inactive_scripted_responses: Optional[List[ListedSimulationResultInactiveScriptedResponsesItem]]
    undecided_scripted_responses: Optional[List[int]]
    transcript: List[ListedSimulationResultTranscriptItem]
    versions: ListedSimulationResultVersions
    suspicions: Optional[List[CallLogEvaluationSuspicionsItem]] = None
    recorded_transcript: Optional[List[EvaluateRequestTranscriptItem]] = None
    tags: Optional[List[str]] = None
    metadata: Optional[Dict[str, Any]] = None
    trace_ids: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Measurement:
    id: str
    status: str
    value: Any
    unit: str
    n: int
    low_support: bool
    formula: str
    evidence: List[Dict[str, Any]]
    reason: Optional[str] = None
    lower_bound: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class MetricLintMistakesItem:
    line: int
    column: int
    message: str
    expected: Optional[List[str]] = None
    near_miss: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class MetricLint:
    method: str
    mistakes: List[MetricLintMistakesItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Objectives:
    objectives: Optional[str]
    test_case_id: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class OfPrompt:
    prompt_id: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class OfTestCase:
    test_case_id: Union[int, str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class OriginalTranscript:
    original_transcript: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class OtlpAnswerPartialSuccess:
    rejectedSpans: int
    errorMessage: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class OtlpAnswer:
    partialSuccess: Optional[OtlpAnswerPartialSuccess] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Participant:
    role: str
    spoke_first: Optional[bool] = None
    name: Optional[str] = None
    phone_number: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Persona:
    id: str
    agent_id: Optional[int]
    org_id: str
    name: str
    description: str
    goal: str
    created_at: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class PersonaCreate:
    name: str
    description: str
    goal: str
    agent_id: Optional[Union[int, str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class PersonaListItemItem:
    id: str
    agent_id: Optional[int]
    org_id: str
    name: str
    description: str
    goal: str
    created_at: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class PersonaUpdate:
    name: Optional[str] = None
    description: Optional[str] = None
    goal: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Policy:
    sentence: str
    status: str
    line: Optional[int] = None
    reads: Optional[str] = None
    rule: Optional[str] = None
    why: Optional[str] = None
    keeps: Optional[List[str]] = None
    breaks: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class PolicyDraftRequest:
    prompt_text: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class PolicyListPoliciesItem:
    sentence: str
    status: str
    line: Optional[int] = None
    reads: Optional[str] = None
    rule: Optional[str] = None
    why: Optional[str] = None
    keeps: Optional[List[str]] = None
    breaks: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class PolicyList:
    agent_id: int
    prompt_id: str
    version: int
    reviewed_in: Optional[int]
    updated_at: Optional[str]
    policies: List[PolicyListPoliciesItem]
    dropped: List[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class PolicyReviewPoliciesItem:
    sentence: str
    status: str
    line: Optional[int] = None
    reads: Optional[str] = None
    rule: Optional[str] = None
    why: Optional[str] = None
    keeps: Optional[List[str]] = None
    breaks: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class PolicyReview:
    policies: List[PolicyReviewPoliciesItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class PromptSummary:
    prompt_summary: Optional[str]
    prompt_id: str
    skipped: bool
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class PromptVersion:
    prompt_text: str
    version: int
    agent_id: int
    id: Optional[str] = None
    commit_message: Optional[str] = None
    labels: Optional[List[str]] = None
    metadata: Optional[Dict[str, Any]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class PromptVersionCreate:
    prompt_text: str
    commit_message: Optional[str] = None
    labels: Optional[List[str]] = None
    metadata: Optional[Dict[str, Any]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class PromptVersionListItemItem:
    prompt_text: str
    version: int
    agent_id: int
    id: Optional[str] = None
    commit_message: Optional[str] = None
    labels: Optional[List[str]] = None
    metadata: Optional[Dict[str, Any]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class PublishedEvaluation:
    id: str
    created_at: str
    goal_success: Optional[bool]
    goal_reasoning: Optional[str]
    custom_metrics: Optional[List[CallLogEvaluationsItemCustomMetricsItem]]
    agent_speak_percentage: Optional[float]
    avg_agent_latency: Optional[float]
    latency: Optional[CallLogEvaluationsItemLatency]
    num_turns: Optional[int]
    filler_ignored_latency: None
    hallucination: None
    hallucination_reasoning: None
    redundancy: None
    redundancy_reasoning: None
    call_summary: None
    custom_evals: None
    custom_evals_success_rate: None
    pronunciation_score: None
    pronunciation_reasoning: None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class QueueRun:
    simulation_id: Any
    prompt_id: Optional[str] = None
    knowledge_base_id: Optional[str] = None
    digital_human_ids: Optional[List[Any]] = None
    num_runs: Optional[int] = None
    seed: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class QueueTextRun:
    simulation_id: Union[int, str]
    prompt_id: Optional[str] = None
    knowledge_base_id: Optional[str] = None
    digital_human_ids: Optional[List[Union[int, str]]] = None
    num_runs: Optional[int] = None
    seed: Optional[str] = None
    without_webhook: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class QueueVoiceRun:
    simulation_id: Union[int, str]
    prompt_id: Optional[str] = None
    knowledge_base_id: Optional[str] = None
    digital_human_ids: Optional[List[Union[int, str]]] = None
    num_runs: Optional[int] = None
    seed: Optional[str] = None
    websocket_url: Optional[str] = None
    dialect: Optional[str] = None
    phone_number: Any = None
    sip_uri: Any = None
    livekit_agent_name: Any = None
    livekit_metadata: Any = None
    pipecat_agent_name: Any = None
    pipecat_agent_configuration: Any = None
    pipecat_room_properties: Any = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class QueuedRun:
    simulation_run_id: str
    simulation_result_ids: List[str]
    agent_id: str
    status: str
    seed: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class RecordingPeaks:
    bucket_ms: float
    channels: List[List[int]]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class RefusalConflict:
    """409 of E3 and E4"""

    digital_human_id: int
    name: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Refusal:
    detail: str
    code: Optional[str] = None
    phone_number: Optional[str] = None
    conflict: Optional[RefusalConflict] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ReplayedLine:
    line: int
    status: str
    turn: Optional[int]
    similarity: Optional[float]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ResultRecording:
    simulation_result_id: str
    media_type: str
    bytes: int
    recording_base64: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ResultUpdateFields:
    events: Optional[List[CallLogEventsItem]] = None
    tool_calls: Optional[List[CallLogToolCallsItem]] = None
    recorded_transcript: Optional[List[EvaluateRequestTranscriptItem]] = None
    tags: Optional[List[str]] = None
    metadata: Optional[Dict[str, Any]] = None
    trace_ids: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ReviewQueueItemsItem:
    call_id: Optional[str]
    simulation_result_id: Optional[str]
    agreement: float
    labelled_by: List[str]
    evaluated_at: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ReviewQueue:
    items: List[ReviewQueueItemsItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class RunComparisonComparisonsItemFixedItem:
    digital_human_id: int
    repetition: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class RunComparisonComparisonsItemNotComparedItem:
    digital_human_id: int
    repetition: int
    before: Optional[str]
    after: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class RunComparisonComparisonsItem:
    before: int
    after: int
    fixed: List[RunComparisonComparisonsItemFixedItem]
    broken: List[RunComparisonComparisonsItemFixedItem]
    still_failing: List[RunComparisonComparisonsItemFixedItem]
    still_passing: List[RunComparisonComparisonsItemFixedItem]
    not_compared: List[RunComparisonComparisonsItemNotComparedItem]
    p: Optional[float]
    significant: bool
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class RunComparison:
    summary: str
    status: str
    comparisons: List[RunComparisonComparisonsItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class RunQueue:
    simulation_run_id: str
    status: str
    queued: int
    running: int
    evaluating: int
    over: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SaidPageMatchesItem:
    kind: str
    id: str
    simulation_run_id: Optional[int]
    agent_id: Optional[int]
    digital_human_id: Optional[int]
    at: str
    turn: int
    speaker: str
    text: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SaidPage:
    matches: List[SaidPageMatchesItem]
    total: int
    is_complete: bool
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Schedule:
    id: str
    simulation_id: str
    cron_expression: str
    enabled: bool
    time_zone: str
    next_run_at: Optional[str]
    last_run_at: Optional[str]
    last_simulation_run_id: Optional[int]
    last_error: Optional[str]
    created_at: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ScheduleCreateSchedule:
    frequency: str
    interval: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ScheduleCreateSchedule2:
    frequency: str
    interval: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ScheduleCreateSchedule3:
    frequency: str
    time: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ScheduleCreateSchedule4:
    frequency: str
    day_of_week: str
    time: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ScheduleCreateSchedule5:
    frequency: str
    day_of_month: int
    time: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ScheduleCreateSchedule6:
    frequency: str
    expression: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ScheduleCreate:
    simulation_id: Union[int, str]
    schedule: Union[ScheduleCreateSchedule, ScheduleCreateSchedule2, ScheduleCreateSchedule3, ScheduleCreateSchedule4, ScheduleCreateSchedule5, ScheduleCreateSchedule6]
    enabled: Optional[bool] = None
    time_zone: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ScheduleUpdate:
    schedule: Optional[Union[ScheduleCreateSchedule, ScheduleCreateSchedule2, ScheduleCreateSchedule3, ScheduleCreateSchedule4, ScheduleCreateSchedule5, ScheduleCreateSchedule6]] = None
    enabled: Optional[bool] = None
    time_zone: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SchedulesSchedulesItem:
    id: str
    simulation_id: str
    cron_expression: str
    enabled: bool
    time_zone: str
    next_run_at: Optional[str]
    last_run_at: Optional[str]
    last_simulation_run_id: Optional[int]
    last_error: Optional[str]
    created_at: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Schedules:
    schedules: List[SchedulesSchedulesItem]
    total: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ScriptedResponse:
    match_type: Optional[str] = None
    match_phrase: Optional[str] = None
    response_type: Optional[str] = None
    response_value: Optional[str] = None
    occurrence_mode: Optional[str] = None
    occurrence_n: Optional[float] = None
    silence_duration: Optional[float] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SeedOrganizationsItemAgentsItemPromptsItem:
    prompt_text: str
    commit_message: Optional[str] = None
    labels: Optional[List[str]] = None
    metadata: Optional[Dict[str, Any]] = None
    id: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SeedOrganizationsItemAgentsItemKnowledgeBasesItem:
    kb_text: str
    commit_message: Optional[str] = None
    labels: Optional[List[str]] = None
    metadata: Optional[Dict[str, Any]] = None
    id: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SeedOrganizationsItemAgentsItemLabelsItem:
    label_text: str
    color: Optional[str] = None
    id: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SeedOrganizationsItemAgentsItem:
    name: str
    knowledge_base: str
    mode: Optional[str]
    prompts: List[SeedOrganizationsItemAgentsItemPromptsItem]
    knowledge_bases: List[SeedOrganizationsItemAgentsItemKnowledgeBasesItem]
    labels: List[SeedOrganizationsItemAgentsItemLabelsItem]
    agent_description: Optional[str] = None
    system_prompt: Optional[str] = None
    goals: Optional[List[str]] = None
    type: Optional[str] = None
    connection_type: Optional[str] = None
    phone_number: Optional[str] = None
    websocket_url: Optional[str] = None
    redact_pii: Optional[bool] = None
    folder_id: Optional[str] = None
    keyterms: Optional[List[str]] = None
    voice_provider: Optional[str] = None
    provider_id: Optional[str] = None
    websocket_username: Optional[str] = None
    websocket_password: Optional[str] = None
    external_agent_id: Optional[str] = None
    sip_uri: Optional[str] = None
    custom_sip_headers: Optional[Dict[str, Any]] = None
    sip_username: Optional[str] = None
    sip_password: Optional[str] = None
    simulation_notifications: Optional[Dict[str, Any]] = None
    rtc_agent_name: Optional[str] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    rtc_customer_tool_topic: Optional[str] = None
    pipeline_agent_name: Optional[str] = None
    pipeline_agent_configuration: Optional[Dict[str, Any]] = None
    pipeline_room_properties: Optional[Dict[str, Any]] = None
    livekit_agent_name: Optional[str] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    livekit_customer_tool_topic: Optional[str] = None
    pipecat_agent_name: Optional[str] = None
    pipecat_agent_configuration: Optional[Dict[str, Any]] = None
    pipecat_room_properties: Optional[Dict[str, Any]] = None
    http_webhook: Optional[str] = None
    http_webhook_key: Optional[str] = None
    import_secret: Optional[str] = None
    enable_outbound_call_auto_start: Optional[bool] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    checks_off: Optional[List[str]] = None
    id: Any = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SeedOrganizationsItemMetricsItem:
    eval_route: Optional[str]
    allow_not_applicable: bool
    name: str
    description: str
    response_type: str
    min_value: Optional[float] = None
    max_value: Optional[float] = None
    category: Optional[str] = None
    tags: Optional[List[str]] = None
    scoring_guidance: Optional[str] = None
    model: Optional[str] = None
    audio_model: Optional[str] = None
    temperature: Optional[float] = None
    enum_options: Optional[List[str]] = None
    agent_ids: Optional[List[Any]] = None
    agent_id: Any = None
    id: Optional[str] = None
    created_at: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SeedOrganizationsItemSimulationsItemDigitalHumansItem:
    intent: Optional[str]
    success_criteria: Optional[str]
    background_noise_volume: Optional[float]
    allow_dtmf_tool: Optional[bool]
    allow_silence_tool: Optional[bool]
    silence_tool_instructions: Optional[str]
    endpointing_delay: Optional[float]
    creativity: Optional[float]
    language: Optional[str]
    background_noise: Optional[str]
    voice_speed: Optional[str]
    name: Optional[str] = None
    test_name: Optional[str] = None
    tag: Optional[str] = None
    tags: Optional[List[str]] = None
    phone_number: Optional[str] = None
    outbound_text_number: Optional[str] = None
    background_noise_file: Optional[str] = None
    expected_tool_calls: Optional[List[AsCodeDigitalHumansItemExpectedToolCallsItem]] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    allow_end_call_tool: Optional[bool] = None
    hangup_phrases: Optional[List[str]] = None
    hangup_instructions: Optional[str] = None
    silence_timeout: Optional[int] = None
    role_description: Optional[str] = None
    traits: Optional[List[DigitalHumanTraitsItem]] = None
    interruptions: Optional[AsCodeDigitalHumansItemInterruptions] = None
    scripted_responses: Optional[List[AsCodeDigitalHumansItemScriptedResponsesItem]] = None
    speaks_first_config: Optional[AsCodeDigitalHumansItemSpeaksFirstConfig] = None
    original_transcript: Optional[str] = None
    formatted_transcript: Optional[List[AsCodeDigitalHumansItemFormattedTranscriptItem]] = None
    enriched_playback: Optional[List[Dict[str, Any]]] = None
    journey_steps: Optional[List[AsCodeDigitalHumansItemJourneyStepsItem]] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    generation: Optional[Dict[str, Any]] = None
    accent: Optional[str] = None
    gender: Optional[str] = None
    audio_quality: Optional[str] = None
    fluency: Optional[str] = None
    verbosity: Optional[str] = None
    num_runs: Optional[int] = None
    always_on_mode: Optional[bool] = None
    always_on_active: Optional[bool] = None
    replay_mode: Optional[str] = None
    workflow_v2_id: Optional[str] = None
    workflow_path_index: Optional[int] = None
    id: Any = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SeedOrganizationsItemSimulationsItemRunsItem:
    status: str
    summary: str
    tests_passed: int
    tests_failed: int
    total_tests: int
    tests_completed: int
    tests_incompleted: int
    curr_step_id: int
    phone_number: str
    id: Any = None
    created_at: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SeedOrganizationsItemSimulationsItem:
    name: str
    agent_id: Any
    digital_humans: List[SeedOrganizationsItemSimulationsItemDigitalHumansItem]
    runs: List[SeedOrganizationsItemSimulationsItemRunsItem]
    id: Any = None
    description: Optional[str] = None
    max_concurrent: Optional[int] = None
    max_turns: Optional[int] = None
    opening_patience_ms: Optional[int] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SeedOrganizationsItemWorkflowsItemDefinitionNodesItemToolCallsItem:
    name: str
    parameters: Optional[Dict[str, Any]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SeedOrganizationsItemWorkflowsItemDefinitionNodesItem:
    id: str
    start: Optional[bool] = None
    end: Optional[bool] = None
    description: Optional[str] = None
    says: Optional[str] = None
    tool_calls: Optional[List[SeedOrganizationsItemWorkflowsItemDefinitionNodesItemToolCallsItem]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SeedOrganizationsItemWorkflowsItemDefinitionEdgesItem:
    from_: str
    to: str
    condition: Optional[str] = None
    utterance: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SeedOrganizationsItemWorkflowsItemDefinition:
    nodes: List[SeedOrganizationsItemWorkflowsItemDefinitionNodesItem]
    edges: List[SeedOrganizationsItemWorkflowsItemDefinitionEdgesItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SeedOrganizationsItemWorkflowsItem:
    name: str
    agent_id: Any = None
    agent_ids: Optional[List[Any]] = None
    description: Optional[str] = None
    definition: Optional[SeedOrganizationsItemWorkflowsItemDefinition] = None
    nodes: Optional[List[SeedOrganizationsItemWorkflowsItemDefinitionNodesItem]] = None
    edges: Optional[List[SeedOrganizationsItemWorkflowsItemDefinitionEdgesItem]] = None
    id: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SeedOrganizationsItemWebhooksItem:
    url: str
    tag: Optional[str] = None
    events: Optional[List[str]] = None
    secret: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SeedOrganizationsItem:
    name: str
    agents: List[SeedOrganizationsItemAgentsItem]
    metrics: List[SeedOrganizationsItemMetricsItem]
    simulations: List[SeedOrganizationsItemSimulationsItem]
    workflows: List[SeedOrganizationsItemWorkflowsItem]
    webhooks: List[SeedOrganizationsItemWebhooksItem]
    api_key: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Seed:
    kind: str
    organizations: List[SeedOrganizationsItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SendHttpTextMessage:
    simulation_result_id: Union[str, int]
    type: Optional[str] = None
    message: Optional[str] = None
    name: Optional[str] = None
    parameters: Optional[Dict[str, Any]] = None
    output: Any = None
    end_conversation: Optional[bool] = None
    end_turn: Optional[bool] = None
    message_id: Optional[str] = None
    prompt_id: Optional[str] = None
    prompt_version: Optional[Union[int, str]] = None
    knowledge_base_version: Optional[Union[int, str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SendHttpTextMessageAnswer:
    simulation_result_id: str
    status: str
    end_conversation: bool
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Simulation:
    id: int
    name: str
    description: Optional[str]
    agent_id: int
    max_concurrent: Optional[int]
    max_turns: Optional[int]
    digital_human_ids: List[int]
    opening_patience_ms: Optional[int]
    created_at: str
    settings: Dict[str, Any]
    type: str
    max_call_duration: Optional[int]
    ringing_timeout: Optional[int]
    tags: Optional[List[str]]
    pinned: Optional[bool]
    always_on: Optional[bool]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationAsCode:
    bluejay_as_code_id: str
    name: Optional[str] = None
    description: Optional[str] = None
    max_concurrent: Optional[int] = None
    max_turns: Optional[int] = None
    opening_patience_ms: Optional[int] = None
    max_call_duration: Optional[int] = None
    max_call_duration_units: Optional[str] = None
    runs_per_digital_human: Optional[int] = None
    sequential_calling: Optional[bool] = None
    hangup_on_transfer: Optional[bool] = None
    prompt_id: Optional[str] = None
    knowledge_base_id: Optional[str] = None
    selected_custom_metrics: Optional[List[str]] = None
    custom_metrics_passing_threshold: Optional[int] = None
    custom_metrics_failing_threshold: Optional[int] = None
    digital_humans_settings: Optional[Dict[str, Any]] = None
    ringing_timeout: Optional[int] = None
    always_on: Optional[bool] = None
    tags: Optional[List[str]] = None
    pinned: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationCreate:
    agent_id: Union[int, str]
    name: Optional[str] = None
    description: Optional[str] = None
    digital_human_ids: Optional[List[Union[int, str]]] = None
    max_concurrent: Optional[int] = None
    max_turns: Optional[int] = None
    opening_patience_ms: Optional[int] = None
    max_call_duration: Optional[int] = None
    max_call_duration_units: Optional[str] = None
    runs_per_digital_human: Optional[int] = None
    sequential_calling: Optional[bool] = None
    hangup_on_transfer: Optional[bool] = None
    prompt_id: Optional[str] = None
    knowledge_base_id: Optional[str] = None
    selected_custom_metrics: Optional[List[str]] = None
    custom_metrics_passing_threshold: Optional[int] = None
    custom_metrics_failing_threshold: Optional[int] = None
    digital_humans_settings: Optional[Dict[str, Any]] = None
    ringing_timeout: Optional[int] = None
    always_on: Optional[bool] = None
    tags: Optional[List[str]] = None
    pinned: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationMembers:
    digital_human_ids: List[Union[int, str]]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationMembersChanged:
    message: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationReplayFirstDifference:
    turn: int
    recorded: Optional[str]
    replayed: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationReplayRecording:
    same: bool
    first_difference_ms: Optional[int]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationReplay:
    simulation_result_id: str
    same: bool
    turns: int
    first_difference: Optional[SimulationReplayFirstDifference]
    recording: Optional[SimulationReplayRecording]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationResultCallTimelineItem:
    speaker: str
    start_offset_ms: int
    end_offset_ms: int
    text: Optional[str]
    about: Optional[str]
    cut: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationResultCallRemarksItem:
    at_ms: int
    code: str
    message: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationResultCallFrames:
    sent: int
    late_p50_ms: float
    late_p99_ms: float
    late_max_ms: float
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationResultCall:
    """of a voice run, once the call is over"""

    dialect: str
    url: str
    attempts: int
    duration_ms: int
    timeline: List[SimulationResultCallTimelineItem]
    words_from: Optional[str]
    interruptions: int
    close_code: Optional[int]
    detail: Optional[str]
    remarks: List[SimulationResultCallRemarksItem]
    frames: SimulationResultCallFrames
    recording: Optional[CallLogRecording]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationResult:
    id: int
    digital_human_id: int
    status: str
    result: None
    start_time: Optional[str]
    end_time: Optional[str]
    duration: Optional[int]
    custom_metrics: Optional[List[CallLogEvaluationsItemCustomMetricsItem]]
    latency: Optional[CallLogEvaluationsItemLatency]
    events: Optional[List[CallLogEventsItem]]
    transcript_url: None
    audio_url: None
    evaluations: Optional[List[CallLogEvaluationsItem]]
    tool_calls: List[ListedSimulationResultToolCallsItem]
    simulation_run_id: int
    simulation_id: int
    agent_id: int
    repetition: int
    journey_step: Optional[int]
    seed: str
    created_at: str
    end_reason: Optional[str]
    outcome: Optional[str]
    outcome_reason: Optional[str]
    criteria: Optional[ListedSimulationResultCriteria]
    goal_completed: Optional[bool]
    fidelity: Optional[ListedSimulationResultFidelity]
    divergence: Optional[List[ListedSimulationResultDivergenceItem]]
    unused_fields: Optional[List[str]]
    inactive_scripted_responses: Optional[List[ListedSimulationResultInactiveScriptedResponsesItem]]
    undecided_scripted_responses: Optional[List[int]]
    transcript: List[ListedSimulationResultTranscriptItem]
    versions: ListedSimulationResultVersions
    evaluation: Optional[CallLogEvaluation]
    suspicions: Optional[List[CallLogEvaluationSuspicionsItem]] = None
    recorded_transcript: Optional[List[EvaluateRequestTranscriptItem]] = None
    tags: Optional[List[str]] = None
    metadata: Optional[Dict[str, Any]] = None
    trace_ids: Optional[List[str]] = None
    call: Optional[SimulationResultCall] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationResultReEvaluated:
    status: str
    simulation_result_id: int
    message: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationResultUpdate:
    simulation_result_id: Union[str, Union[int, str]]
    events: Optional[List[CallLogEventsItem]] = None
    tool_calls: Optional[List[CallLogToolCallsItem]] = None
    recorded_transcript: Optional[List[EvaluateRequestTranscriptItem]] = None
    tags: Optional[List[str]] = None
    metadata: Optional[Dict[str, Any]] = None
    trace_ids: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationResultUpdated:
    status: str
    message: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationResultsSimulationRun:
    id: str
    created_at: str
    status: str
    summary: str
    tests_passed: int
    tests_failed: int
    total_tests: int
    tests_completed: int
    tests_incompleted: int
    curr_step_id: int
    phone_number: str
    simulation_id: str
    agent_id: str
    prompt_id: Optional[str]
    knowledge_base_id: Optional[str]
    tests_unanswered: Optional[int] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationResultsSimulationResultsItem:
    id: int
    digital_human_id: int
    status: str
    result: None
    start_time: Optional[str]
    end_time: Optional[str]
    duration: Optional[int]
    custom_metrics: Optional[List[CallLogEvaluationsItemCustomMetricsItem]]
    latency: Optional[CallLogEvaluationsItemLatency]
    events: Optional[List[CallLogEventsItem]]
    transcript_url: None
    audio_url: None
    evaluations: Optional[List[CallLogEvaluationsItem]]
    tool_calls: List[ListedSimulationResultToolCallsItem]
    simulation_run_id: int
    simulation_id: int
    agent_id: int
    repetition: int
    journey_step: Optional[int]
    seed: str
    created_at: str
    end_reason: Optional[str]
    outcome: Optional[str]
    outcome_reason: Optional[str]
    criteria: Optional[ListedSimulationResultCriteria]
    goal_completed: Optional[bool]
    fidelity: Optional[ListedSimulationResultFidelity]
    divergence: Optional[List[ListedSimulationResultDivergenceItem]]
    unused_fields: Optional[List[str]]
    inactive_scripted_responses: Optional[List[ListedSimulationResultInactiveScriptedResponsesItem]]
    undecided_scripted_responses: Optional[List[int]]
    transcript: List[ListedSimulationResultTranscriptItem]
    versions: ListedSimulationResultVersions
    suspicions: Optional[List[CallLogEvaluationSuspicionsItem]] = None
    recorded_transcript: Optional[List[EvaluateRequestTranscriptItem]] = None
    tags: Optional[List[str]] = None
    metadata: Optional[Dict[str, Any]] = None
    trace_ids: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationResults:
    simulation_run: SimulationResultsSimulationRun
    simulation_results: List[SimulationResultsSimulationResultsItem]
    total: int
    status: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationRun:
    id: int
    experiment_id: int
    created_at: str
    status: str
    summary: str
    tests_passed: int
    tests_failed: int
    total_tests: int
    tests_completed: int
    tests_incompleted: int
    curr_step_id: int
    phone_number: str
    tests_unanswered: Optional[int] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationRunsSimulationRunsItem:
    id: int
    experiment_id: int
    created_at: str
    status: str
    summary: str
    tests_passed: int
    tests_failed: int
    total_tests: int
    tests_completed: int
    tests_incompleted: int
    curr_step_id: int
    phone_number: str
    tests_unanswered: Optional[int] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationRuns:
    simulation_runs: List[SimulationRunsSimulationRunsItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationSettings:
    max_call_duration: Optional[int] = None
    max_call_duration_units: Optional[str] = None
    runs_per_digital_human: Optional[int] = None
    sequential_calling: Optional[bool] = None
    hangup_on_transfer: Optional[bool] = None
    prompt_id: Optional[str] = None
    knowledge_base_id: Optional[str] = None
    selected_custom_metrics: Optional[List[str]] = None
    custom_metrics_passing_threshold: Optional[int] = None
    custom_metrics_failing_threshold: Optional[int] = None
    digital_humans_settings: Optional[Dict[str, Any]] = None
    ringing_timeout: Optional[int] = None
    always_on: Optional[bool] = None
    tags: Optional[List[str]] = None
    pinned: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationUpdate:
    name: Optional[str] = None
    description: Optional[str] = None
    max_concurrent: Optional[int] = None
    max_turns: Optional[int] = None
    opening_patience_ms: Optional[int] = None
    max_call_duration: Optional[int] = None
    max_call_duration_units: Optional[str] = None
    runs_per_digital_human: Optional[int] = None
    sequential_calling: Optional[bool] = None
    hangup_on_transfer: Optional[bool] = None
    prompt_id: Optional[str] = None
    knowledge_base_id: Optional[str] = None
    selected_custom_metrics: Optional[List[str]] = None
    custom_metrics_passing_threshold: Optional[int] = None
    custom_metrics_failing_threshold: Optional[int] = None
    digital_humans_settings: Optional[Dict[str, Any]] = None
    ringing_timeout: Optional[int] = None
    always_on: Optional[bool] = None
    tags: Optional[List[str]] = None
    pinned: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SimulationsSimulationsItem:
    id: int
    name: str
    description: Optional[str]
    agent_id: int
    max_concurrent: Optional[int]
    max_turns: Optional[int]
    digital_human_ids: List[int]
    opening_patience_ms: Optional[int]
    created_at: str
    settings: Dict[str, Any]
    type: str
    max_call_duration: Optional[int]
    ringing_timeout: Optional[int]
    tags: Optional[List[str]]
    pinned: Optional[bool]
    always_on: Optional[bool]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Simulations:
    simulations: List[SimulationsSimulationsItem]
    total: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SingleCallLog:
    call_log: CallLogPageCallLogsItem
    status: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SingleSimulationResultSimulationResult:
    id: int
    digital_human_id: int
    status: str
    result: None
    start_time: Optional[str]
    end_time: Optional[str]
    duration: Optional[int]
    custom_metrics: Optional[List[CallLogEvaluationsItemCustomMetricsItem]]
    latency: Optional[CallLogEvaluationsItemLatency]
    events: Optional[List[CallLogEventsItem]]
    transcript_url: None
    audio_url: None
    evaluations: Optional[List[CallLogEvaluationsItem]]
    tool_calls: List[ListedSimulationResultToolCallsItem]
    simulation_run_id: int
    simulation_id: int
    agent_id: int
    repetition: int
    journey_step: Optional[int]
    seed: str
    created_at: str
    end_reason: Optional[str]
    outcome: Optional[str]
    outcome_reason: Optional[str]
    criteria: Optional[ListedSimulationResultCriteria]
    goal_completed: Optional[bool]
    fidelity: Optional[ListedSimulationResultFidelity]
    divergence: Optional[List[ListedSimulationResultDivergenceItem]]
    unused_fields: Optional[List[str]]
    inactive_scripted_responses: Optional[List[ListedSimulationResultInactiveScriptedResponsesItem]]
    undecided_scripted_responses: Optional[List[int]]
    transcript: List[ListedSimulationResultTranscriptItem]
    versions: ListedSimulationResultVersions
    evaluation: Optional[CallLogEvaluation]
    suspicions: Optional[List[CallLogEvaluationSuspicionsItem]] = None
    recorded_transcript: Optional[List[EvaluateRequestTranscriptItem]] = None
    tags: Optional[List[str]] = None
    metadata: Optional[Dict[str, Any]] = None
    trace_ids: Optional[List[str]] = None
    call: Optional[SimulationResultCall] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SingleSimulationResult:
    simulation_result: SingleSimulationResultSimulationResult
    status: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SpeaksFirstConfig:
    speaks_first: Optional[bool] = None
    mode: Optional[str] = None
    message: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class StoredAsCodeDigitalHumansItem:
    bluejay_as_code_id: str
    intent: Optional[str] = None
    success_criteria: Optional[str] = None
    name: Optional[str] = None
    test_name: Optional[str] = None
    tag: Optional[str] = None
    tags: Optional[List[str]] = None
    phone_number: Optional[str] = None
    outbound_text_number: Optional[str] = None
    background_noise_volume: Optional[float] = None
    background_noise_file: Optional[str] = None
    expected_tool_calls: Optional[List[AsCodeDigitalHumansItemExpectedToolCallsItem]] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    allow_end_call_tool: Optional[bool] = None
    allow_dtmf_tool: Optional[bool] = None
    allow_silence_tool: Optional[bool] = None
    silence_tool_instructions: Optional[str] = None
    endpointing_delay: Optional[float] = None
    creativity: Optional[float] = None
    hangup_phrases: Optional[List[str]] = None
    hangup_instructions: Optional[str] = None
    silence_timeout: Optional[int] = None
    role_description: Optional[str] = None
    traits: Optional[List[DigitalHumanTraitsItem]] = None
    interruptions: Optional[AsCodeDigitalHumansItemInterruptions] = None
    scripted_responses: Optional[List[AsCodeDigitalHumansItemScriptedResponsesItem]] = None
    speaks_first_config: Optional[AsCodeDigitalHumansItemSpeaksFirstConfig] = None
    original_transcript: Optional[str] = None
    formatted_transcript: Optional[List[AsCodeDigitalHumansItemFormattedTranscriptItem]] = None
    enriched_playback: Optional[List[Dict[str, Any]]] = None
    journey_steps: Optional[List[AsCodeDigitalHumansItemJourneyStepsItem]] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    generation: Optional[Dict[str, Any]] = None
    language: Optional[str] = None
    accent: Optional[str] = None
    gender: Optional[str] = None
    background_noise: Optional[str] = None
    voice_speed: Optional[str] = None
    audio_quality: Optional[str] = None
    fluency: Optional[str] = None
    verbosity: Optional[str] = None
    num_runs: Optional[int] = None
    always_on_mode: Optional[bool] = None
    always_on_active: Optional[bool] = None
    replay_mode: Optional[str] = None
    workflow_v2_id: Optional[str] = None
    workflow_path_index: Optional[int] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class StoredAsCode:
    agents: List[AsCodeAgentsItem]
    simulations: List[AsCodeSimulationsItem]
    digital_humans: List[StoredAsCodeDigitalHumansItem]
    custom_metrics: List[AsCodeCustomMetricsItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SuggestFromAgent:
    agent_id: Union[str, int]
    count: Optional[int] = None
    prompt_id: Optional[str] = None
    knowledge_base_id: Optional[str] = None
    custom_prompt: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SuggestedGoals:
    goals: List[str]
    status: str
    warning: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SuggestedMetricsCustomMetricsItem:
    name: str
    description: str
    response_type: str
    scoring_guidance: str
    allow_not_applicable: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SuggestedMetrics:
    custom_metrics: List[SuggestedMetricsCustomMetricsItem]
    status: str
    warning: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SuggestedPersonasCustomerPersonasItem:
    name: str
    description: str
    goal: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class SuggestedPersonas:
    customer_personas: List[SuggestedPersonasCustomerPersonasItem]
    status: str
    warning: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Suspicion:
    sentence: str
    reads: str
    rule: str
    clauses: Optional[List[CallLogEvaluationVerdictsItemClausesItem]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ToolCall:
    name: str
    start_offset_ms: Optional[int] = None
    description: Optional[str] = None
    parameters: Optional[Dict[str, Any]] = None
    output: Any = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ToolCallGroup:
    name: str
    expected: List[ListedSimulationResultToolCallsItemExpectedItem]
    actual: List[ListedSimulationResultToolCallsItemActualItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class TraceSummaryLatencyItem:
    component: str
    spans: int
    p50_ms: float
    p95_ms: float
    max_ms: float
    first_p50_ms: Optional[float]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class TraceSummaryToolCallsItem:
    name: str
    offset_ms: float
    duration_ms: float
    parameters: Any = None
    output: Any = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class TraceSummary:
    trace_ids: List[str]
    spans: int
    latency: List[TraceSummaryLatencyItem]
    tool_calls: List[TraceSummaryToolCallsItem]
    warning: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Trait:
    trait_name: str
    is_sip_header: Optional[bool]
    trait_data_type: Optional[str] = None
    value: Any = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class TranscriptEntryRequest:
    speaker: str
    utterance: str
    start_offset_ms: Optional[int] = None
    end_offset_ms: Optional[int] = None
    filler_utterance: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class UpdateDigitalHuman:
    intent: Optional[str] = None
    success_criteria: Optional[str] = None
    name: Optional[str] = None
    test_name: Optional[str] = None
    tag: Optional[str] = None
    tags: Optional[List[str]] = None
    phone_number: Optional[str] = None
    outbound_text_number: Optional[str] = None
    background_noise_volume: Optional[float] = None
    background_noise_file: Optional[str] = None
    expected_tool_calls: Optional[List[AsCodeDigitalHumansItemExpectedToolCallsItem]] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    allow_end_call_tool: Optional[bool] = None
    allow_dtmf_tool: Optional[bool] = None
    allow_silence_tool: Optional[bool] = None
    silence_tool_instructions: Optional[str] = None
    endpointing_delay: Optional[float] = None
    creativity: Optional[float] = None
    hangup_phrases: Optional[List[str]] = None
    hangup_instructions: Optional[str] = None
    silence_timeout: Optional[int] = None
    role_description: Optional[str] = None
    traits: Optional[List[AsCodeDigitalHumansItemTraitsItem]] = None
    interruptions: Optional[AsCodeDigitalHumansItemInterruptions] = None
    scripted_responses: Optional[List[AsCodeDigitalHumansItemScriptedResponsesItem]] = None
    speaks_first_config: Optional[AsCodeDigitalHumansItemSpeaksFirstConfig] = None
    original_transcript: Optional[str] = None
    formatted_transcript: Optional[List[AsCodeDigitalHumansItemFormattedTranscriptItem]] = None
    enriched_playback: Optional[List[Dict[str, Any]]] = None
    journey_steps: Optional[List[AsCodeDigitalHumansItemJourneyStepsItem]] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    generation: Optional[Dict[str, Any]] = None
    language: Optional[str] = None
    accent: Optional[str] = None
    gender: Optional[str] = None
    background_noise: Optional[str] = None
    voice_speed: Optional[str] = None
    audio_quality: Optional[str] = None
    fluency: Optional[str] = None
    verbosity: Optional[str] = None
    num_runs: Optional[int] = None
    always_on_mode: Optional[bool] = None
    always_on_active: Optional[bool] = None
    replay_mode: Optional[str] = None
    simulation_ids: Optional[List[Union[int, str]]] = None
    override_conflict: Optional[bool] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class UpdatedAgentAgent:
    """in the fields of the request"""

    name: str
    agent_description: str
    knowledge_base: str
    organization_id: str
    mode: str
    agent_id: str
    system_prompt: str
    id: Optional[str] = None
    created_at: Optional[str] = None
    goals: Optional[List[str]] = None
    type: Optional[str] = None
    connection_type: Optional[str] = None
    phone_number: Optional[str] = None
    websocket_url: Optional[str] = None
    redact_pii: Optional[bool] = None
    folder_id: Optional[str] = None
    keyterms: Optional[List[str]] = None
    voice_provider: Optional[str] = None
    provider_id: Optional[str] = None
    websocket_username: Optional[str] = None
    websocket_password: Optional[str] = None
    external_agent_id: Optional[str] = None
    sip_uri: Optional[str] = None
    custom_sip_headers: Optional[Dict[str, Any]] = None
    sip_username: Optional[str] = None
    sip_password: Optional[str] = None
    simulation_notifications: Optional[Dict[str, Any]] = None
    rtc_agent_name: Optional[str] = None
    rtc_metadata: Optional[Dict[str, Any]] = None
    rtc_customer_tool_topic: Optional[str] = None
    pipeline_agent_name: Optional[str] = None
    pipeline_agent_configuration: Optional[Dict[str, Any]] = None
    pipeline_room_properties: Optional[Dict[str, Any]] = None
    livekit_agent_name: Optional[str] = None
    livekit_metadata: Optional[Dict[str, Any]] = None
    livekit_customer_tool_topic: Optional[str] = None
    pipecat_agent_name: Optional[str] = None
    pipecat_agent_configuration: Optional[Dict[str, Any]] = None
    pipecat_room_properties: Optional[Dict[str, Any]] = None
    http_webhook: Optional[str] = None
    http_webhook_key: Optional[str] = None
    import_secret: Optional[str] = None
    enable_outbound_call_auto_start: Optional[bool] = None
    effectful_tools: Optional[List[str]] = None
    read_only_tools: Optional[List[str]] = None
    checks_off: Optional[List[str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class UpdatedAgent:
    agent: UpdatedAgentAgent
    status: str
    http_webhook_key: Optional[str]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ValidationErrorDetailItem:
    loc: List[str]
    msg: str
    type: str
    input: Any
    ctx: Dict[str, Any]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ValidationError:
    detail: List[ValidationErrorDetailItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class ValidationItem:
    loc: List[str]
    msg: str
    type: str
    input: Any
    ctx: Dict[str, Any]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Verdict:
    metric_id: Optional[str]
    name: str
    response_type: str
    requested_by: List[str]
    status: str
    value: Any
    method: Optional[str]
    reason: Optional[str] = None
    message: Optional[str] = None
    unit: Optional[str] = None
    missing: Optional[List[str]] = None
    clauses: Optional[List[CallLogEvaluationVerdictsItemClausesItem]] = None
    errors: Optional[List[CallLogEvaluationVerdictsItemErrorsItem]] = None
    method_version: Optional[str] = None
    model: Optional[str] = None
    metric_sha256: Optional[str] = None
    question_sha256: Optional[str] = None
    route: Optional[str] = None
    evidence: Optional[List[Dict[str, Any]]] = None
    reasoning: Optional[str] = None
    votes: Optional[List[CallLogEvaluationVerdictsItemVotesItem]] = None
    agreement: Optional[float] = None
    suspected_injection: Optional[List[CallLogEvaluationVerdictsItemSuspectedInjectionItem]] = None
    usage: Optional[CallLogEvaluationVerdictsItemUsage] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class VerdictMark:
    call_id: Optional[str]
    simulation_result_id: Optional[str]
    metric: str
    is_right: Optional[bool]
    labeller: Optional[str]
    value: Any
    reason: Optional[str]
    marked_at: str
    key_id: str
    expected: Optional[Union[bool, float, str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class VerdictMarkCreate:
    metric: str
    call_id: Optional[str] = None
    simulation_result_id: Optional[str] = None
    is_right: Optional[bool] = None
    expected: Optional[Union[bool, float, str]] = None
    labeller: Optional[str] = None
    reason: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class VerdictMarkPageMarksItem:
    call_id: Optional[str]
    simulation_result_id: Optional[str]
    metric: str
    is_right: Optional[bool]
    labeller: Optional[str]
    value: Any
    reason: Optional[str]
    marked_at: str
    key_id: str
    expected: Optional[Union[bool, float, str]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class VerdictMarkPage:
    marks: List[VerdictMarkPageMarksItem]
    total_count: int
    page: int
    page_size: int
    items_in_page: int
    total_pages: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class VoiceCall:
    dialect: str
    url: str
    attempts: int
    duration_ms: int
    timeline: List[SimulationResultCallTimelineItem]
    words_from: Optional[str]
    interruptions: int
    close_code: Optional[int]
    detail: Optional[str]
    remarks: List[SimulationResultCallRemarksItem]
    frames: SimulationResultCallFrames
    recording: Optional[CallLogRecording]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Webhook:
    id: str
    tag: Optional[str]
    url: str
    events: List[str]
    created_at: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class WebhookCreate:
    url: str
    tag: Optional[str] = None
    events: Optional[List[str]] = None
    secret: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class WebhookDelivery:
    id: str
    event: str
    status: str
    attempts: int
    webhook_id: Optional[str]
    agent_id: Optional[int]
    simulation_result_id: Optional[str]
    url: Optional[str]
    response_status: Optional[int]
    error: Optional[str]
    delivered_at: Optional[str]
    created_at: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class WebhookDeliveryPageDeliveriesItem:
    id: str
    event: str
    status: str
    attempts: int
    webhook_id: Optional[str]
    agent_id: Optional[int]
    simulation_result_id: Optional[str]
    url: Optional[str]
    response_status: Optional[int]
    error: Optional[str]
    delivered_at: Optional[str]
    created_at: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class WebhookDeliveryPage:
    deliveries: List[WebhookDeliveryPageDeliveriesItem]
    total_count: int
    page: int
    page_size: int
    items_in_page: int
    total_pages: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class WebhooksWebhooksItem:
    id: str
    tag: Optional[str]
    url: str
    events: List[str]
    created_at: str
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Webhooks:
    webhooks: List[WebhooksWebhooksItem]
    total: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Workflow:
    id: str
    organization_id: str
    agent_ids: List[int]
    name: str
    description: Optional[str]
    definition: SeedOrganizationsItemWorkflowsItemDefinition
    created_at: str
    agent_id: int
    nodes: List[SeedOrganizationsItemWorkflowsItemDefinitionNodesItem]
    edges: List[SeedOrganizationsItemWorkflowsItemDefinitionEdgesItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class WorkflowCreate:
    name: str
    agent_id: Optional[Union[int, str]] = None
    agent_ids: Optional[List[Union[int, str]]] = None
    description: Optional[str] = None
    definition: Optional[SeedOrganizationsItemWorkflowsItemDefinition] = None
    nodes: Optional[List[SeedOrganizationsItemWorkflowsItemDefinitionNodesItem]] = None
    edges: Optional[List[SeedOrganizationsItemWorkflowsItemDefinitionEdgesItem]] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class WorkflowDuplicate:
    name: Optional[str] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class WorkflowListWorkflowsItem:
    id: str
    organization_id: str
    agent_ids: List[int]
    name: str
    description: Optional[str]
    definition: SeedOrganizationsItemWorkflowsItemDefinition
    created_at: str
    agent_id: int
    nodes: List[SeedOrganizationsItemWorkflowsItemDefinitionNodesItem]
    edges: List[SeedOrganizationsItemWorkflowsItemDefinitionEdgesItem]
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class WorkflowList:
    workflows: List[WorkflowListWorkflowsItem]
    total_count: int
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class WorkflowUpdate:
    name: Optional[str] = None
    agent_ids: Optional[List[Union[int, str]]] = None
    description: Optional[str] = None
    definition: Optional[SeedOrganizationsItemWorkflowsItemDefinition] = None
    extra: Dict[str, Any] = field(default_factory=dict)


@dataclass
class Workflows:
    workflows: List[WorkflowListWorkflowsItem]
    total: int
    extra: Dict[str, Any] = field(default_factory=dict)


AgentList = List[AgentListItemItem]


Expected = Optional[Union[bool, float, str]]


FolderList = List[FolderListItemItem]


KnowledgeBaseVersionList = List[KnowledgeBaseVersionListItemItem]


LabelList = List[LabelListItemItem]


OtlpTraces = Any


PersonaList = List[PersonaListItemItem]


PromptVersionList = List[PromptVersionListItemItem]


RecordingEvaluation = Union[CallLogEvaluationRecording, CallLogEvaluationRecording2]


Transcript = List[EvaluateRequestTranscriptItem]


VendorLog = Any


_HINTS: Dict[type, Dict[str, Any]] = {}


def _hints(kind: type) -> Dict[str, Any]:
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind)
    return _HINTS[kind]


def _wire(name: str) -> str:
    """The name of a field as JSON has it: `from` cannot be a field of a class, so that one is `from_`."""
    return name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name


def _write(value: Any) -> Any:
    """A value as JSON has it."""
    if value is NULL:
        return None
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [one.name for one in dataclasses.fields(value) if one.name != "extra"]
        known = {name: getattr(value, name) for name in names if getattr(value, name) is not None}
        return {_wire(name): _write(inner) for name, inner in {**known, **getattr(value, "extra")}.items()}
    if isinstance(value, Mapping):
        return {name: _write(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_write(inner) for inner in value]
    return value


def _fits(kind: Any, value: Any) -> bool:
    """Whether a value has the outline of a type: what is unknown stays as it came."""
    origin = get_origin(kind)
    if origin is list:
        return isinstance(value, list)
    if origin is dict:
        return isinstance(value, dict)
    if dataclasses.is_dataclass(kind):
        needed = [_wire(one.name) for one in dataclasses.fields(kind) if one.default is dataclasses.MISSING and one.name != "extra"]
        return isinstance(value, dict) and all(name in value for name in needed)
    return False


def _read(kind: Any, value: Any) -> Any:
    """JSON as a value of the type."""
    origin = get_origin(kind)
    if origin is Union:
        for choice in get_args(kind):
            if _fits(choice, value):
                return _read(choice, value)
        return value
    if not _fits(kind, value):
        return value
    if origin is list:
        return [_read(get_args(kind)[0], inner) for inner in value]
    if origin is dict:
        return {name: _read(get_args(kind)[1], inner) for name, inner in value.items()}
    hints = {_wire(name): (name, hint) for name, hint in _hints(kind).items() if name != "extra"}
    known = {hints[name][0]: _read(hints[name][1], inner) for name, inner in value.items() if name in hints}
    extra = {name: inner for name, inner in value.items() if name not in hints}
    return kind(**known, extra=extra)


def _part(value: object) -> str:
    return urllib.parse.quote(str(value), safe="")


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The key is for one service only, so a redirect is an error."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def _refusal(method: str, path: str, status: int, text: bytes) -> ParleyError:
    try:
        body: Any = json.loads(text)
    except ValueError:
        body = None
    detail = body.get("detail", body) if isinstance(body, dict) else body
    words = detail if isinstance(detail, str) else json.dumps(detail) if detail is not None else "no reason was given"
    return ParleyError(f"{method} {path}: {status}: {words}", status, body)


class Parley:
    """A service, and the key of an organization on it. One object may be used by several threads."""

    def __init__(self, base_url: str, api_key: str, *, timeout: float = 60.0) -> None:
        if urllib.parse.urlsplit(base_url).scheme not in ("http", "https"):
            raise ValueError("base_url must begin with http:// or https://")
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirects())

    def __repr__(self) -> str:
        return f"Parley({self._base_url!r})"

    def _send(self, method: str, path: str, query: Mapping[str, object], body: object, key: Optional[str]) -> Any:
        pairs = [(name, _word(value)) for name, value in query.items() if value is not None]
        url = self._base_url + path + ("?" + urllib.parse.urlencode(pairs) if pairs else "")
        headers = {"Accept": "application/json", "User-Agent": "parley-python", "X-API-Key": self._api_key}
        data = None
        if body is not None:
            data = json.dumps(_write(body)).encode()
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers["Idempotency-Key"] = key
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                text = answer.read(ANSWER_BYTES_MAXIMUM + 1)
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(method, path, error.code, error.read(1024 * 1024)) from None
        except (urllib.error.URLError, OSError) as error:
            raise ParleyError(f"{method} {path}: {getattr(error, 'reason', error)}") from error
        if len(text) > ANSWER_BYTES_MAXIMUM:
            raise ParleyError(f"{method} {path}: the answer has more than {ANSWER_BYTES_MAXIMUM} bytes")
        try:
            return json.loads(text) if text else None
        except ValueError as error:
            raise ParleyError(f"{method} {path}: the answer is not JSON") from error

    def list_custom_metrics_by_agent(self, agent_id: int) -> CustomMetricPage:
        """List the custom metrics of an agent."""
        answer = self._send("GET", f"/v1/custom-metrics-by-agent/{_part(agent_id)}", {}, None, None)
        return cast("CustomMetricPage", _read(CustomMetricPage, answer))

    def evaluate(self, body: EvaluateRequest, *, idempotency_key: Optional[str] = None) -> EvaluateAnswer:
        """Submit a finished call or chat for evaluation."""
        answer = self._send("POST", "/v1/evaluate", {}, body, idempotency_key)
        return cast("EvaluateAnswer", _read(EvaluateAnswer, answer))

    def update_digital_human(self, digital_human_id: int, body: UpdateDigitalHuman) -> DigitalHumanAnswer:
        """Change the named fields of a digital human."""
        answer = self._send("PUT", f"/v1/update-digital-human/{_part(digital_human_id)}", {}, body, None)
        return cast("DigitalHumanAnswer", _read(DigitalHumanAnswer, answer))

    def create_digital_human(self, body: CreateDigitalHuman) -> DigitalHumanAnswer:
        """Create a digital human."""
        answer = self._send("POST", "/v1/create-digital-human", {}, body, None)
        return cast("DigitalHumanAnswer", _read(DigitalHumanAnswer, answer))

    def generate_digital_humans(self, body: GenerateDigitalHumans) -> GeneratedDigitalHumans:
        """Generate digital humans that test an agent."""
        answer = self._send("POST", "/v1/generate-digital-humans", {}, body, None)
        return cast("GeneratedDigitalHumans", _read(GeneratedDigitalHumans, answer))

    def send_http_text_message(self, body: SendHttpTextMessage) -> SendHttpTextMessageAnswer:
        """Send a message, or log a tool call, in an active text simulation."""
        answer = self._send("POST", "/v1/send-http-text-message", {}, body, None)
        return cast("SendHttpTextMessageAnswer", _read(SendHttpTextMessageAnswer, answer))

    def list_digital_humans(self, simulation_id: int) -> DigitalHumansOfSimulation:
        """List the digital humans of a simulation."""
        answer = self._send("GET", f"/v1/digital-humans-by-simulation/{_part(simulation_id)}", {}, None, None)
        return cast("DigitalHumansOfSimulation", _read(DigitalHumansOfSimulation, answer))

    def list_custom_metrics(self, *, agent_id: Optional[int] = None, page: Optional[int] = None, page_size: Optional[int] = None) -> CustomMetricPage:
        """List custom metrics."""
        answer = self._send("GET", "/v1/custom-metrics", {"agent_id": agent_id, "page": page, "page_size": page_size}, None, None)
        return cast("CustomMetricPage", _read(CustomMetricPage, answer))

    def create_knowledge_base_version(self, agent_id: int, body: KnowledgeBaseVersionCreate) -> KnowledgeBaseVersion:
        """Add a knowledge base version."""
        answer = self._send("POST", f"/v1/agents/{_part(agent_id)}/knowledge-bases/versions", {}, body, None)
        return cast("KnowledgeBaseVersion", _read(KnowledgeBaseVersion, answer))

    def list_knowledge_base_versions(self, agent_id: int, *, label: Optional[str] = None, version: Optional[int] = None, limit: Optional[int] = None) -> KnowledgeBaseVersionList:
        """List the knowledge base versions of an agent, newest first."""
        answer = self._send("GET", f"/v1/agents/{_part(agent_id)}/knowledge-bases/versions", {"label": label, "version": version, "limit": limit}, None, None)
        return cast("KnowledgeBaseVersionList", _read(KnowledgeBaseVersionList, answer))

    def delete_labelled_knowledge_base(self, agent_id: int, *, label: str) -> DeletedVersion:
        """Delete the knowledge base version with a label."""
        answer = self._send("DELETE", f"/v1/agents/{_part(agent_id)}/knowledge-bases/versions", {"label": label}, None, None)
        return cast("DeletedVersion", _read(DeletedVersion, answer))

    def rename_label(self, agent_id: int, label_id: str, body: LabelRename) -> Label:
        """Rename a free-standing label."""
        answer = self._send("PUT", f"/v1/agents/{_part(agent_id)}/labels/{_part(label_id)}", {}, body, None)
        return cast("Label", _read(Label, answer))

    def delete_label(self, agent_id: int, label_id: str) -> DeletedLabel:
        """Delete a free-standing label."""
        answer = self._send("DELETE", f"/v1/agents/{_part(agent_id)}/labels/{_part(label_id)}", {}, None, None)
        return cast("DeletedLabel", _read(DeletedLabel, answer))

    def get_label(self, agent_id: int, label_id: str) -> Label:
        """Show a label, and which versions it is on."""
        answer = self._send("GET", f"/v1/agents/{_part(agent_id)}/labels/{_part(label_id)}", {}, None, None)
        return cast("Label", _read(Label, answer))

    def list_agents(self) -> AgentList:
        """List the agents of the organization."""
        answer = self._send("GET", "/v1/all-agents", {}, None, None)
        return cast("AgentList", _read(AgentList, answer))

    def delete_custom_metric(self, metric_id: str) -> DeletedCustomMetric:
        """Delete a custom metric permanently."""
        answer = self._send("DELETE", f"/v1/custom-metric/{_part(metric_id)}", {}, None, None)
        return cast("DeletedCustomMetric", _read(DeletedCustomMetric, answer))

    def get_custom_metric(self, metric_id: str) -> CustomMetric:
        """Show a custom metric."""
        answer = self._send("GET", f"/v1/custom-metric/{_part(metric_id)}", {}, None, None)
        return cast("CustomMetric", _read(CustomMetric, answer))

    def remove_knowledge_base_labels(self, agent_id: int, version: int, body: LabelOperation) -> LabelOperationAnswer:
        """Remove labels from a knowledge base version."""
        answer = self._send("DELETE", f"/v1/agents/{_part(agent_id)}/knowledge-bases/versions/{_part(version)}/labels", {}, body, None)
        return cast("LabelOperationAnswer", _read(LabelOperationAnswer, answer))

    def add_knowledge_base_labels(self, agent_id: int, version: int, body: LabelOperation) -> LabelOperationAnswer:
        """Add labels to a knowledge base version."""
        answer = self._send("POST", f"/v1/agents/{_part(agent_id)}/knowledge-bases/versions/{_part(version)}/labels", {}, body, None)
        return cast("LabelOperationAnswer", _read(LabelOperationAnswer, answer))

    def list_knowledge_base_version_labels(self, agent_id: int, version: int) -> LabelOperationAnswer:
        """List the labels of a knowledge base version."""
        answer = self._send("GET", f"/v1/agents/{_part(agent_id)}/knowledge-bases/versions/{_part(version)}/labels", {}, None, None)
        return cast("LabelOperationAnswer", _read(LabelOperationAnswer, answer))

    def add_prompt_labels(self, agent_id: int, version: int, body: LabelOperation) -> LabelOperationAnswer:
        """Add labels to a prompt version."""
        answer = self._send("POST", f"/v1/agents/{_part(agent_id)}/prompts/versions/{_part(version)}/labels", {}, body, None)
        return cast("LabelOperationAnswer", _read(LabelOperationAnswer, answer))

    def remove_prompt_labels(self, agent_id: int, version: int, body: LabelOperation) -> LabelOperationAnswer:
        """Remove labels from a prompt version."""
        answer = self._send("DELETE", f"/v1/agents/{_part(agent_id)}/prompts/versions/{_part(version)}/labels", {}, body, None)
        return cast("LabelOperationAnswer", _read(LabelOperationAnswer, answer))

    def list_prompt_version_labels(self, agent_id: int, version: int) -> LabelOperationAnswer:
        """List the labels of a prompt version."""
        answer = self._send("GET", f"/v1/agents/{_part(agent_id)}/prompts/versions/{_part(version)}/labels", {}, None, None)
        return cast("LabelOperationAnswer", _read(LabelOperationAnswer, answer))

    def delete_knowledge_base(self, agent_id: int, kb_id: str) -> DeletedVersion:
        """Delete a knowledge base version by its id."""
        answer = self._send("DELETE", f"/v1/agents/{_part(agent_id)}/knowledge-bases/{_part(kb_id)}", {}, None, None)
        return cast("DeletedVersion", _read(DeletedVersion, answer))

    def get_knowledge_base(self, agent_id: int, kb_id: str) -> KnowledgeBaseVersion:
        """Show a knowledge base version by its id."""
        answer = self._send("GET", f"/v1/agents/{_part(agent_id)}/knowledge-bases/{_part(kb_id)}", {}, None, None)
        return cast("KnowledgeBaseVersion", _read(KnowledgeBaseVersion, answer))

    def delete_prompt(self, agent_id: int, prompt_id: str) -> DeletedVersion:
        """Delete a prompt version by its id."""
        answer = self._send("DELETE", f"/v1/agents/{_part(agent_id)}/prompts/{_part(prompt_id)}", {}, None, None)
        return cast("DeletedVersion", _read(DeletedVersion, answer))

    def get_prompt(self, agent_id: int, prompt_id: str) -> PromptVersion:
        """Show a prompt version by its id."""
        answer = self._send("GET", f"/v1/agents/{_part(agent_id)}/prompts/{_part(prompt_id)}", {}, None, None)
        return cast("PromptVersion", _read(PromptVersion, answer))

    def list_simulation_runs(self, simulation_id: str) -> SimulationRuns:
        """List the runs of a simulation."""
        answer = self._send("GET", f"/v1/get-simulation-runs/{_part(simulation_id)}", {}, None, None)
        return cast("SimulationRuns", _read(SimulationRuns, answer))

    def list_prompt_versions(self, agent_id: int, *, label: Optional[str] = None, version: Optional[int] = None, limit: Optional[int] = None) -> PromptVersionList:
        """List the prompt versions of an agent, newest first."""
        answer = self._send("GET", f"/v1/agents/{_part(agent_id)}/prompts/versions", {"label": label, "version": version, "limit": limit}, None, None)
        return cast("PromptVersionList", _read(PromptVersionList, answer))

    def create_prompt_version(self, agent_id: int, body: PromptVersionCreate) -> PromptVersion:
        """Add a prompt version."""
        answer = self._send("POST", f"/v1/agents/{_part(agent_id)}/prompts/versions", {}, body, None)
        return cast("PromptVersion", _read(PromptVersion, answer))

    def delete_labelled_prompt(self, agent_id: int, *, label: str) -> DeletedVersion:
        """Delete the prompt version with a label."""
        answer = self._send("DELETE", f"/v1/agents/{_part(agent_id)}/prompts/versions", {"label": label}, None, None)
        return cast("DeletedVersion", _read(DeletedVersion, answer))

    def delete_knowledge_base_version(self, agent_id: int, version: int) -> DeletedVersion:
        """Delete a knowledge base version by its number."""
        answer = self._send("DELETE", f"/v1/agents/{_part(agent_id)}/knowledge-bases/versions/{_part(version)}", {}, None, None)
        return cast("DeletedVersion", _read(DeletedVersion, answer))

    def get_knowledge_base_version(self, agent_id: int, version: int) -> KnowledgeBaseVersion:
        """Show a knowledge base version by its number."""
        answer = self._send("GET", f"/v1/agents/{_part(agent_id)}/knowledge-bases/versions/{_part(version)}", {}, None, None)
        return cast("KnowledgeBaseVersion", _read(KnowledgeBaseVersion, answer))

    def create_agent(self, body: AgentCreate) -> CreatedAgent:
        """Create an agent."""
        answer = self._send("POST", "/v1/add-agent", {}, body, None)
        return cast("CreatedAgent", _read(CreatedAgent, answer))

    def update_agent(self, body: AgentUpdate) -> UpdatedAgent:
        """Change the named fields of an agent."""
        answer = self._send("POST", "/v1/update-agent", {}, body, None)
        return cast("UpdatedAgent", _read(UpdatedAgent, answer))

    def get_agent(self, agent_id: int) -> Agent:
        """Show an agent."""
        answer = self._send("GET", f"/v1/agents/{_part(agent_id)}", {}, None, None)
        return cast("Agent", _read(Agent, answer))

    def delete_agent(self, agent_id: int) -> AgentAnswer:
        """Delete an agent that nothing has used yet, with its versions and labels."""
        answer = self._send("DELETE", f"/v1/agent/{_part(agent_id)}", {}, None, None)
        return cast("AgentAnswer", _read(AgentAnswer, answer))

    def get_agent_by_external_id(self, external_id: str) -> Agent:
        """Show the agent with this external_agent_id."""
        answer = self._send("GET", f"/v1/agent-by-external-id/{_part(external_id)}", {}, None, None)
        return cast("Agent", _read(Agent, answer))

    def update_agent_by_external_id(self, body: AgentUpdateByExternalId) -> UpdatedAgent:
        """Change the named fields of the agent with this external_agent_id."""
        answer = self._send("PUT", "/v1/update-agent-by-external-id", {}, body, None)
        return cast("UpdatedAgent", _read(UpdatedAgent, answer))

    def list_folders(self) -> FolderList:
        """List the folders of the organization."""
        answer = self._send("GET", "/v1/all-folders", {}, None, None)
        return cast("FolderList", _read(FolderList, answer))

    def create_folder(self, body: FolderCreate) -> Folder:
        """Create a folder for agents."""
        answer = self._send("POST", "/v1/create-folder", {}, body, None)
        return cast("Folder", _read(Folder, answer))

    def get_folder(self, folder_id: str) -> Folder:
        """Show a folder."""
        answer = self._send("GET", f"/v1/folder/{_part(folder_id)}", {}, None, None)
        return cast("Folder", _read(Folder, answer))

    def delete_folder(self, folder_id: str) -> DeletedFolder:
        """Delete a folder; its agents are kept, outside any folder."""
        answer = self._send("DELETE", f"/v1/folder/{_part(folder_id)}", {}, None, None)
        return cast("DeletedFolder", _read(DeletedFolder, answer))

    def update_folder(self, folder_id: str, body: FolderCreate) -> Folder:
        """Rename a folder."""
        answer = self._send("PUT", f"/v1/update-folder/{_part(folder_id)}", {}, body, None)
        return cast("Folder", _read(Folder, answer))

    def move_agent_to_folder(self, body: AgentMove) -> AgentMoved:
        """Put an agent into a folder, or into none."""
        answer = self._send("PUT", "/v1/folders/move-agent", {}, body, None)
        return cast("AgentMoved", _read(AgentMoved, answer))

    def list_agents_by_folder(self, folder_id: str) -> AgentList:
        """List the agents in a folder."""
        answer = self._send("GET", f"/v1/get-agents-by-folder/{_part(folder_id)}", {}, None, None)
        return cast("AgentList", _read(AgentList, answer))

    def create_custom_metric(self, body: CustomMetricCreate) -> CustomMetric:
        """Create a custom metric."""
        answer = self._send("POST", "/v1/create-custom-metric", {}, body, None)
        return cast("CustomMetric", _read(CustomMetric, answer))

    def lint_custom_metric(self, body: CustomMetricCreate) -> MetricLint:
        """Check the rules of a custom metric without storing it."""
        answer = self._send("POST", "/v1/lint-custom-metric", {}, body, None)
        return cast("MetricLint", _read(MetricLint, answer))

    def update_custom_metric(self, metric_id: str, body: CustomMetricUpdate) -> CustomMetric:
        """Change the named fields of a custom metric."""
        answer = self._send("PUT", f"/v1/update-custom-metric/{_part(metric_id)}", {}, body, None)
        return cast("CustomMetric", _read(CustomMetric, answer))

    def create_custom_metrics(self, body: CustomMetricsCreate) -> CustomMetricsCreated:
        """Create several custom metrics, all or none."""
        answer = self._send("POST", "/v1/create-custom-metrics", {}, body, None)
        return cast("CustomMetricsCreated", _read(CustomMetricsCreated, answer))

    def update_custom_metrics(self, body: CustomMetricsUpdate) -> CustomMetricsUpdated:
        """Change the same fields of several custom metrics, all or none."""
        answer = self._send("PUT", "/v1/update-custom-metrics", {}, body, None)
        return cast("CustomMetricsUpdated", _read(CustomMetricsUpdated, answer))

    def calibrate_judge(self, body: JudgeCalibration) -> JudgeCalibrationAnswer:
        """Evaluate a custom metric on examples without storing anything but the model's answers."""
        answer = self._send("POST", "/v1/judge-calibration", {}, body, None)
        return cast("JudgeCalibrationAnswer", _read(JudgeCalibrationAnswer, answer))

    def store_judge_certificate(self, body: JudgeCertificateCreate) -> JudgeCertificate:
        """Store the certificate of a judge."""
        answer = self._send("POST", "/v1/judge-certificates", {}, body, None)
        return cast("JudgeCertificate", _read(JudgeCertificate, answer))

    def list_judge_certificates(self, *, page: Optional[int] = None, page_size: Optional[int] = None) -> JudgeCertificatePage:
        """List the certificates of judges, newest first."""
        answer = self._send("GET", "/v1/judge-certificates", {"page": page, "page_size": page_size}, None, None)
        return cast("JudgeCertificatePage", _read(JudgeCertificatePage, answer))

    def list_review_queue(self, *, metric: str, labeller: str) -> ReviewQueue:
        """List the conversations that someone has not labelled yet."""
        answer = self._send("GET", "/v1/review-queue", {"metric": metric, "labeller": labeller}, None, None)
        return cast("ReviewQueue", _read(ReviewQueue, answer))

    def get_digital_human(self, digital_human_id: int) -> DigitalHumanAnswer:
        """Show a digital human."""
        answer = self._send("GET", f"/v1/digital-human/{_part(digital_human_id)}", {}, None, None)
        return cast("DigitalHumanAnswer", _read(DigitalHumanAnswer, answer))

    def delete_digital_human(self, digital_human_id: int) -> DigitalHuman:
        """Delete a digital human permanently; it is removed from its simulations, and its results are kept."""
        answer = self._send("DELETE", f"/v1/digital-human/{_part(digital_human_id)}", {}, None, None)
        return cast("DigitalHuman", _read(DigitalHuman, answer))

    def create_digital_humans(self, body: DigitalHumansCreate) -> DigitalHumansCreated:
        """Create several digital humans; if one is refused, the others are still created."""
        answer = self._send("POST", "/v1/create-digital-humans", {}, body, None)
        return cast("DigitalHumansCreated", _read(DigitalHumansCreated, answer))

    def update_digital_humans(self, body: DigitalHumansUpdate) -> DigitalHumansUpdated:
        """Change the named fields of several digital humans; if one is refused, the others are still changed."""
        answer = self._send("PUT", "/v1/update-digital-humans", {}, body, None)
        return cast("DigitalHumansUpdated", _read(DigitalHumansUpdated, answer))

    def get_digital_human_by_test_name(self, test_name: str) -> DigitalHumanAnswer:
        """Show the digital human with this test_name, ignoring case."""
        answer = self._send("GET", f"/v1/digital-human-by-test-name/{_part(test_name)}", {}, None, None)
        return cast("DigitalHumanAnswer", _read(DigitalHumanAnswer, answer))

    def list_communities(self, *, digital_human_id: Optional[int] = None) -> Communities:
        """List the communities of the organization, or those of a digital human."""
        answer = self._send("GET", "/v1/communities", {"digital_human_id": digital_human_id}, None, None)
        return cast("Communities", _read(Communities, answer))

    def create_community(self, body: CommunityCreate) -> Community:
        """Create a community: a named set of digital humans."""
        answer = self._send("POST", "/v1/create-community", {}, body, None)
        return cast("Community", _read(Community, answer))

    def get_community(self, community_id: str) -> Community:
        """Show a community."""
        answer = self._send("GET", f"/v1/community/{_part(community_id)}", {}, None, None)
        return cast("Community", _read(Community, answer))

    def delete_community(self, community_id: str) -> Community:
        """Delete a community; its digital humans are kept."""
        answer = self._send("DELETE", f"/v1/community/{_part(community_id)}", {}, None, None)
        return cast("Community", _read(Community, answer))

    def update_community(self, community_id: str, body: CommunityUpdate) -> Community:
        """Change the named fields of a community."""
        answer = self._send("PUT", f"/v1/update-community/{_part(community_id)}", {}, body, None)
        return cast("Community", _read(Community, answer))

    def add_to_community(self, community_id: str, body: CommunityMembers) -> Community:
        """Add digital humans to a community."""
        answer = self._send("PUT", f"/v1/add-to-community/{_part(community_id)}", {}, body, None)
        return cast("Community", _read(Community, answer))

    def create_customer_persona(self, body: PersonaCreate) -> Persona:
        """Create a customer persona: who calls, and for what."""
        answer = self._send("POST", "/v1/create-customer-persona", {}, body, None)
        return cast("Persona", _read(Persona, answer))

    def get_customer_persona(self, persona_id: str) -> Persona:
        """Show a customer persona."""
        answer = self._send("GET", f"/v1/customer-persona/{_part(persona_id)}", {}, None, None)
        return cast("Persona", _read(Persona, answer))

    def delete_customer_persona(self, persona_id: str) -> Persona:
        """Delete a customer persona."""
        answer = self._send("DELETE", f"/v1/customer-persona/{_part(persona_id)}", {}, None, None)
        return cast("Persona", _read(Persona, answer))

    def list_customer_personas(self, agent_id: int) -> PersonaList:
        """List the customer personas of an agent, and those of no agent."""
        answer = self._send("GET", f"/v1/customer-personas-by-agent/{_part(agent_id)}", {}, None, None)
        return cast("PersonaList", _read(PersonaList, answer))

    def update_customer_persona(self, persona_id: str, body: PersonaUpdate) -> Persona:
        """Change the named fields of a customer persona."""
        answer = self._send("PUT", f"/v1/update-customer-persona/{_part(persona_id)}", {}, body, None)
        return cast("Persona", _read(Persona, answer))

    def create_customer_trait(self, body: CustomerTraitCreate) -> CustomerTrait:
        """Create a customer trait: a way in which an agent's customers differ."""
        answer = self._send("POST", "/v1/create-customer-trait", {}, body, None)
        return cast("CustomerTrait", _read(CustomerTrait, answer))

    def get_customer_trait(self, trait_id: str) -> CustomerTrait:
        """Show a customer trait."""
        answer = self._send("GET", f"/v1/customer-trait/{_part(trait_id)}", {}, None, None)
        return cast("CustomerTrait", _read(CustomerTrait, answer))

    def delete_customer_trait(self, trait_id: str) -> DeletedCustomerTrait:
        """Delete a customer trait."""
        answer = self._send("DELETE", f"/v1/customer-trait/{_part(trait_id)}", {}, None, None)
        return cast("DeletedCustomerTrait", _read(DeletedCustomerTrait, answer))

    def list_customer_traits(self, *, agent_id: Optional[int] = None) -> CustomerTraits:
        """List the customer traits of an agent, or of the organization."""
        answer = self._send("GET", "/v1/customer-traits", {"agent_id": agent_id}, None, None)
        return cast("CustomerTraits", _read(CustomerTraits, answer))

    def update_customer_trait(self, trait_id: str, body: CustomerTraitUpdate) -> CustomerTrait:
        """Change the named fields of a customer trait."""
        answer = self._send("PUT", f"/v1/update-customer-trait/{_part(trait_id)}", {}, body, None)
        return cast("CustomerTrait", _read(CustomerTrait, answer))

    def create_simulation(self, body: SimulationCreate) -> CreatedSimulation:
        """Create a simulation."""
        answer = self._send("POST", "/v1/create-simulation", {}, body, None)
        return cast("CreatedSimulation", _read(CreatedSimulation, answer))

    def list_simulations(self) -> Simulations:
        """List the simulations of the organization."""
        answer = self._send("GET", "/v1/get-all-simulations", {}, None, None)
        return cast("Simulations", _read(Simulations, answer))

    def get_simulation(self, simulation_id: int) -> Simulation:
        """Show a simulation."""
        answer = self._send("GET", f"/v1/simulation/{_part(simulation_id)}", {}, None, None)
        return cast("Simulation", _read(Simulation, answer))

    def update_simulation(self, simulation_id: int, body: SimulationUpdate) -> Simulation:
        """Change the named fields of a simulation; runs that have started keep their own."""
        answer = self._send("PUT", f"/v1/simulation/{_part(simulation_id)}", {}, body, None)
        return cast("Simulation", _read(Simulation, answer))

    def delete_simulation(self, simulation_id: int) -> DeletedSimulation:
        """Delete a simulation permanently, with its runs; its digital humans are kept."""
        answer = self._send("DELETE", f"/v1/simulation/{_part(simulation_id)}", {}, None, None)
        return cast("DeletedSimulation", _read(DeletedSimulation, answer))

    def queue_http_text_simulation_run(self, body: QueueTextRun) -> QueuedRun:
        """Start a text run of a simulation."""
        answer = self._send("POST", "/v1/queue-http-text-simulation-run", {}, body, None)
        return cast("QueuedRun", _read(QueuedRun, answer))

    def list_simulation_results(self, simulation_run_id: int) -> SimulationResults:
        """List the conversations of a run."""
        answer = self._send("GET", f"/v1/retrieve-simulation-results/{_part(simulation_run_id)}", {}, None, None)
        return cast("SimulationResults", _read(SimulationResults, answer))

    def get_simulation_result(self, simulation_result_id: str) -> SingleSimulationResult:
        """Show a conversation of a run."""
        answer = self._send("GET", f"/v1/retrieve-simulation-result/{_part(simulation_result_id)}", {}, None, None)
        return cast("SingleSimulationResult", _read(SingleSimulationResult, answer))

    def replay_simulation_result(self, simulation_result_id: str) -> SimulationReplay:
        """Replay a conversation and compare every byte."""
        answer = self._send("GET", f"/v1/replay-simulation-result/{_part(simulation_result_id)}", {}, None, None)
        return cast("SimulationReplay", _read(SimulationReplay, answer))

    def end_conversations(self, body: EndConversations) -> EndedConversations:
        """End conversations that are still in progress."""
        answer = self._send("POST", "/v1/end-conversations", {}, body, None)
        return cast("EndedConversations", _read(EndedConversations, answer))

    def queue_simulation_run(self, body: QueueVoiceRun) -> QueuedRun:
        """Call the agent with each digital human of a simulation."""
        answer = self._send("POST", "/v1/queue-simulation-run", {}, body, None)
        return cast("QueuedRun", _read(QueuedRun, answer))

    def get_result_recording(self, simulation_result_id: str) -> ResultRecording:
        """Get the recording of a call."""
        answer = self._send("GET", f"/v1/simulation-result-recording/{_part(simulation_result_id)}", {}, None, None)
        return cast("ResultRecording", _read(ResultRecording, answer))

    def get_result_recording_peaks(self, simulation_result_id: str) -> RecordingPeaks:
        """Show the outline of a conversation's recording."""
        answer = self._send("GET", f"/v1/simulation-result-recording-peaks/{_part(simulation_result_id)}", {}, None, None)
        return cast("RecordingPeaks", _read(RecordingPeaks, answer))

    def add_digital_humans(self, simulation_id: int, body: SimulationMembers) -> SimulationMembersChanged:
        """Add digital humans to a simulation."""
        answer = self._send("POST", f"/v1/simulation/{_part(simulation_id)}/add-digital-humans", {}, body, None)
        return cast("SimulationMembersChanged", _read(SimulationMembersChanged, answer))

    def remove_digital_humans(self, simulation_id: int, body: SimulationMembers) -> SimulationMembersChanged:
        """Remove digital humans from a simulation; they are not deleted."""
        answer = self._send("POST", f"/v1/simulation/{_part(simulation_id)}/remove-digital-humans", {}, body, None)
        return cast("SimulationMembersChanged", _read(SimulationMembersChanged, answer))

    def list_simulations_by_agent(self, agent_id: int) -> Simulations:
        """List the simulations of an agent."""
        answer = self._send("GET", f"/v1/get-simulations-by-agent/{_part(agent_id)}", {}, None, None)
        return cast("Simulations", _read(Simulations, answer))

    def check_queued_run(self, simulation_run_id: int) -> RunQueue:
        """Count the conversations of a run that are waiting, in progress, being evaluated and over."""
        answer = self._send("POST", f"/v1/check-queue-simulation-run/{_part(simulation_run_id)}", {}, None, None)
        return cast("RunQueue", _read(RunQueue, answer))

    def get_simulation_as_code(self, simulation_id: int) -> StoredAsCode:
        """Show a simulation with its agent, digital humans and custom metrics as code, without secrets."""
        answer = self._send("GET", f"/v1/bluejay-as-code/simulation/{_part(simulation_id)}", {}, None, None)
        return cast("StoredAsCode", _read(StoredAsCode, answer))

    def get_agent_as_code(self, agent_id: int) -> StoredAsCode:
        """Show an agent as code, without secrets."""
        answer = self._send("GET", f"/v1/bluejay-as-code/agent/{_part(agent_id)}", {}, None, None)
        return cast("StoredAsCode", _read(StoredAsCode, answer))

    def get_digital_human_as_code(self, digital_human_id: int) -> StoredAsCode:
        """Show a digital human as code."""
        answer = self._send("GET", f"/v1/bluejay-as-code/digital-human/{_part(digital_human_id)}", {}, None, None)
        return cast("StoredAsCode", _read(StoredAsCode, answer))

    def get_custom_metric_as_code(self, metric_id: str) -> StoredAsCode:
        """Show a custom metric as code."""
        answer = self._send("GET", f"/v1/bluejay-as-code/custom-metric/{_part(metric_id)}", {}, None, None)
        return cast("StoredAsCode", _read(StoredAsCode, answer))

    def push_as_code(self, body: AsCode) -> AsCodeResult:
        """Make a simulation match a document, completely or not at all; whatever it does not name is detached."""
        answer = self._send("POST", "/v1/bluejay-as-code", {}, body, None)
        return cast("AsCodeResult", _read(AsCodeResult, answer))

    def plan_as_code(self, body: AsCode) -> AsCodeResult:
        """Show what pushing a document would do; nothing is changed."""
        answer = self._send("POST", "/v1/plan-as-code", {}, body, None)
        return cast("AsCodeResult", _read(AsCodeResult, answer))

    def compare_experiment_runs(self, body: CompareRuns) -> RunComparison:
        """Compare runs: what was fixed, what was broken, what still fails."""
        answer = self._send("POST", "/v1/compare-experiment-runs", {}, body, None)
        return cast("RunComparison", _read(RunComparison, answer))

    def create_schedule(self, body: ScheduleCreate) -> Schedule:
        """Run a simulation at set times."""
        answer = self._send("POST", "/v1/create-schedule", {}, body, None)
        return cast("Schedule", _read(Schedule, answer))

    def update_schedule(self, schedule_id: str, body: ScheduleUpdate) -> Schedule:
        """Change the times of a schedule, or switch it off and on."""
        answer = self._send("PUT", f"/v1/update-schedule/{_part(schedule_id)}", {}, body, None)
        return cast("Schedule", _read(Schedule, answer))

    def delete_schedule(self, schedule_id: str) -> DeletedSchedule:
        """Delete a schedule."""
        answer = self._send("DELETE", f"/v1/delete-schedule/{_part(schedule_id)}", {}, None, None)
        return cast("DeletedSchedule", _read(DeletedSchedule, answer))

    def list_schedules(self) -> Schedules:
        """List the schedules of the organization, and when each runs next."""
        answer = self._send("GET", "/v1/schedules", {}, None, None)
        return cast("Schedules", _read(Schedules, answer))

    def create_alert(self, body: AlertCreate) -> Alert:
        """Notify someone when a measured value meets a condition too often."""
        answer = self._send("POST", "/v1/create-alert", {}, body, None)
        return cast("Alert", _read(Alert, answer))

    def update_alert(self, alert_id: str, body: AlertUpdate) -> Alert:
        """Change an alert, or switch it off and on."""
        answer = self._send("PUT", f"/v1/update-alert/{_part(alert_id)}", {}, body, None)
        return cast("Alert", _read(Alert, answer))

    def delete_alert(self, alert_id: str) -> DeletedAlert:
        """Delete an alert."""
        answer = self._send("DELETE", f"/v1/alert/{_part(alert_id)}", {}, None, None)
        return cast("DeletedAlert", _read(DeletedAlert, answer))

    def list_alerts(self) -> Alerts:
        """List the alerts of the organization."""
        answer = self._send("GET", "/v1/alerts", {}, None, None)
        return cast("Alerts", _read(Alerts, answer))

    def update_simulation_result(self, body: SimulationResultUpdate) -> SimulationResultUpdated:
        """Report what only the agent's side knows about a conversation, during it or afterwards."""
        answer = self._send("POST", "/v1/update-simulation-result", {}, body, None)
        return cast("SimulationResultUpdated", _read(SimulationResultUpdated, answer))

    def re_evaluate_simulation_result(self, simulation_result_id: str) -> SimulationResultReEvaluated:
        """Evaluate an ended conversation again, with the current metrics."""
        answer = self._send("POST", f"/v1/re-evaluate-simulation-result/{_part(simulation_result_id)}", {}, None, None)
        return cast("SimulationResultReEvaluated", _read(SimulationResultReEvaluated, answer))

    def delete_simulation_result(self, simulation_result_id: str) -> DeletedSimulationResult:
        """Delete an evaluated conversation of a run permanently."""
        answer = self._send("DELETE", f"/v1/simulation-result/{_part(simulation_result_id)}", {}, None, None)
        return cast("DeletedSimulationResult", _read(DeletedSimulationResult, answer))

    def delete_simulation_run(self, simulation_run_id: int) -> DeletedSimulationRun:
        """Delete a finished run permanently, with its conversations."""
        answer = self._send("DELETE", f"/v1/simulation-run/{_part(simulation_run_id)}", {}, None, None)
        return cast("DeletedSimulationRun", _read(DeletedSimulationRun, answer))

    def list_labels(self, agent_id: int, *, q: Optional[str] = None) -> LabelList:
        """List the labels of an agent, or those that contain a text."""
        answer = self._send("GET", f"/v1/agents/{_part(agent_id)}/labels", {"q": q}, None, None)
        return cast("LabelList", _read(LabelList, answer))

    def create_label(self, agent_id: int, body: LabelCreate) -> Label:
        """Create a free-standing label."""
        answer = self._send("POST", f"/v1/agents/{_part(agent_id)}/labels", {}, body, None)
        return cast("Label", _read(Label, answer))

    def list_label_moves(self, agent_id: int, *, page: Optional[int] = None, page_size: Optional[int] = None, label: Optional[str] = None, kind: Optional[str] = None) -> LabelMovePage:
        """List who moved which label of an agent, when, and with what proof, newest first."""
        answer = self._send("GET", f"/v1/agents/{_part(agent_id)}/label-moves", {"page": page, "page_size": page_size, "label": label, "kind": kind}, None, None)
        return cast("LabelMovePage", _read(LabelMovePage, answer))

    def explain_label_move(self, agent_id: int, body: LabelMoveReason) -> LabelMove:
        """Say why a label was moved, to its newest move."""
        answer = self._send("POST", f"/v1/agents/{_part(agent_id)}/label-moves", {}, body, None)
        return cast("LabelMove", _read(LabelMove, answer))

    def get_labelled_prompt(self, agent_id: int, *, label: Optional[str] = None) -> PromptVersion:
        """Show the prompt version with a label; without one, the version in production, or else the latest."""
        answer = self._send("GET", f"/v1/agents/{_part(agent_id)}/prompts", {"label": label}, None, None)
        return cast("PromptVersion", _read(PromptVersion, answer))

    def get_prompt_version(self, agent_id: int, version: int) -> PromptVersion:
        """Show a prompt version by its number."""
        answer = self._send("GET", f"/v1/agents/{_part(agent_id)}/prompts/versions/{_part(version)}", {}, None, None)
        return cast("PromptVersion", _read(PromptVersion, answer))

    def delete_prompt_version(self, agent_id: int, version: int) -> DeletedVersion:
        """Delete a prompt version by its number."""
        answer = self._send("DELETE", f"/v1/agents/{_part(agent_id)}/prompts/versions/{_part(version)}", {}, None, None)
        return cast("DeletedVersion", _read(DeletedVersion, answer))

    def promote_prompt(self, agent_id: int, *, prompt_id: Optional[str] = None) -> PromptVersion:
        """Put a prompt version into production: the one with this id, or else the latest."""
        answer = self._send("POST", f"/v1/agents/{_part(agent_id)}/prompts/promote", {"prompt_id": prompt_id}, None, None)
        return cast("PromptVersion", _read(PromptVersion, answer))

    def get_labelled_knowledge_base(self, agent_id: int, *, label: Optional[str] = None) -> KnowledgeBaseVersion:
        """Show the knowledge base version with a label; without one, the version in production, or else the latest."""
        answer = self._send("GET", f"/v1/agents/{_part(agent_id)}/knowledge-bases", {"label": label}, None, None)
        return cast("KnowledgeBaseVersion", _read(KnowledgeBaseVersion, answer))

    def list_prompt_policies(self, agent_id: int, version: int) -> PolicyList:
        """List what was decided on the policies of a prompt version."""
        answer = self._send("GET", f"/v1/agents/{_part(agent_id)}/prompts/versions/{_part(version)}/policies", {}, None, None)
        return cast("PolicyList", _read(PolicyList, answer))

    def review_prompt_policies(self, agent_id: int, version: int, body: PolicyReview) -> PolicyList:
        """Decide on the policies of a prompt version."""
        answer = self._send("PUT", f"/v1/agents/{_part(agent_id)}/prompts/versions/{_part(version)}/policies", {}, body, None)
        return cast("PolicyList", _read(PolicyList, answer))

    def draft_prompt_policies(self, agent_id: int, version: int, body: PolicyDraftRequest) -> PolicyList:
        """Read the policies of a prompt, with what was decided on them. Stores nothing."""
        answer = self._send("POST", f"/v1/agents/{_part(agent_id)}/prompts/versions/{_part(version)}/draft-policies", {}, body, None)
        return cast("PolicyList", _read(PolicyList, answer))

    def get_call_log(self, call_id: str) -> SingleCallLog:
        """Show a submitted call and its evaluation."""
        answer = self._send("GET", f"/v1/retrieve-call-log/{_part(call_id)}", {}, None, None)
        return cast("SingleCallLog", _read(SingleCallLog, answer))

    def list_call_logs(self, agent_id: int, *, page: Optional[int] = None, page_size: Optional[int] = None, last: Optional[str] = None) -> CallLogPage:
        """List the submitted calls of an agent, newest first."""
        answer = self._send("GET", f"/v1/retrieve-call-logs/{_part(agent_id)}", {"page": page, "page_size": page_size, "last": last}, None, None)
        return cast("CallLogPage", _read(CallLogPage, answer))

    def rerun_evaluation(self, call_id: str) -> EvaluateAnswer:
        """Evaluate a submitted call again, with the current metrics."""
        answer = self._send("POST", f"/v1/evaluate/{_part(call_id)}/rerun", {}, None, None)
        return cast("EvaluateAnswer", _read(EvaluateAnswer, answer))

    def create_console_link(self) -> ConsoleLink:
        """Create a link that signs one browser in to the console."""
        answer = self._send("POST", "/v1/console-links", {}, None, None)
        return cast("ConsoleLink", _read(ConsoleLink, answer))

    def test_agent(self, agent_id: int, body: AgentTest) -> AgentTested:
        """Send a test message to an agent's webhook, and show what it answers."""
        answer = self._send("POST", f"/v1/agents/{_part(agent_id)}/test-message", {}, body, None)
        return cast("AgentTested", _read(AgentTested, answer))

    def test_agent_connection(self, agent_id: int) -> AgentReached:
        """Open the WebSocket of a voice agent, close it again, and show whether that worked."""
        answer = self._send("POST", f"/v1/agents/{_part(agent_id)}/test-connection", {}, None, None)
        return cast("AgentReached", _read(AgentReached, answer))

    def get_call_recording(self, call_id: str) -> CallRecording:
        """Download the recording of a call."""
        answer = self._send("GET", f"/v1/retrieve-call-recording/{_part(call_id)}", {}, None, None)
        return cast("CallRecording", _read(CallRecording, answer))

    def get_recording_peaks(self, call_id: str) -> RecordingPeaks:
        """Show the outline of a call's recording, channel by channel."""
        answer = self._send("GET", f"/v1/retrieve-recording-peaks/{_part(call_id)}", {}, None, None)
        return cast("RecordingPeaks", _read(RecordingPeaks, answer))

    def list_said(self, *, text: str) -> SaidPage:
        """Find what was said in the newest conversations and calls."""
        answer = self._send("GET", "/v1/said", {"text": text}, None, None)
        return cast("SaidPage", _read(SaidPage, answer))

    def mark_verdict(self, body: VerdictMarkCreate) -> VerdictMark:
        """Say whether a verdict is right, and why."""
        answer = self._send("POST", "/v1/verdict-marks", {}, body, None)
        return cast("VerdictMark", _read(VerdictMark, answer))

    def list_verdict_marks(self, *, page: Optional[int] = None, page_size: Optional[int] = None, call_id: Optional[str] = None, simulation_result_id: Optional[str] = None, metric: Optional[str] = None) -> VerdictMarkPage:
        """List people's marks on verdicts, newest first."""
        answer = self._send("GET", "/v1/verdict-marks", {"page": page, "page_size": page_size, "call_id": call_id, "simulation_result_id": simulation_result_id, "metric": metric}, None, None)
        return cast("VerdictMarkPage", _read(VerdictMarkPage, answer))

    def import_call(self, vendor: str, body: VendorLog, *, agent_id: Optional[int] = None) -> ImportAnswer:
        """Submit a call as another platform's webhook or API has it; each call is stored once."""
        answer = self._send("POST", f"/v1/import/{_part(vendor)}", {"agent_id": agent_id}, body, None)
        return cast("ImportAnswer", _read(ImportAnswer, answer))

    def export_traces(self, body: OtlpTraces) -> OtlpAnswer:
        """Receive spans of an agent, as OpenTelemetry exports them (OTLP/HTTP)."""
        answer = self._send("POST", "/v1/traces", {}, body, None)
        return cast("OtlpAnswer", _read(OtlpAnswer, answer))

    def get_trace_summary(self, *, call_id: Optional[str] = None, simulation_result_id: Optional[str] = None, trace_id: Optional[str] = None) -> TraceSummary:
        """Show the latency of each component and the tool calls in the traces of a call or a conversation."""
        answer = self._send("GET", "/v1/traces", {"call_id": call_id, "simulation_result_id": simulation_result_id, "trace_id": trace_id}, None, None)
        return cast("TraceSummary", _read(TraceSummary, answer))

    def evaluate_call(self, body: EvaluateRequest, *, idempotency_key: Optional[str] = None) -> EvaluateAnswer:
        """Submit a finished call or chat for evaluation; another name of `evaluate`."""
        answer = self._send("POST", "/v1/evaluate-call", {}, body, idempotency_key)
        return cast("EvaluateAnswer", _read(EvaluateAnswer, answer))

    def re_evaluate_call(self, call_id: str) -> EvaluateAnswer:
        """Evaluate a submitted call again, with the current metrics."""
        answer = self._send("POST", f"/v1/re-evaluate/{_part(call_id)}", {}, None, None)
        return cast("EvaluateAnswer", _read(EvaluateAnswer, answer))

    def update_call_log(self, call_id: str, body: CallLogUpdate) -> CallLogDone:
        """Replace the tool calls, events or metadata of a submitted call."""
        answer = self._send("PUT", f"/v1/update-log/{_part(call_id)}", {}, body, None)
        return cast("CallLogDone", _read(CallLogDone, answer))

    def find_call_log(self, *, call_id: str) -> SingleCallLog:
        """Show a submitted call and its evaluation; its id is in the query."""
        answer = self._send("GET", "/v1/retrieve-call-log", {"call_id": call_id}, None, None)
        return cast("SingleCallLog", _read(SingleCallLog, answer))

    def list_all_call_logs(self, *, page: Optional[int] = None, page_size: Optional[int] = None, agent_id: Optional[int] = None, status: Optional[str] = None, outcome: Optional[str] = None, tag: Optional[str] = None, id: Optional[str] = None, since: Optional[str] = None, until: Optional[str] = None) -> CallLogPage:
        """List the submitted calls of the organization that match, newest first."""
        answer = self._send("GET", "/v1/retrieve-call-logs", {"page": page, "page_size": page_size, "agent_id": agent_id, "status": status, "outcome": outcome, "tag": tag, "id": id, "since": since, "until": until}, None, None)
        return cast("CallLogPage", _read(CallLogPage, answer))

    def delete_call_log(self, call_id: str, *, recording_only: Optional[bool] = None) -> CallLogDone:
        """Delete a submitted call permanently, or only its recording."""
        answer = self._send("DELETE", f"/v1/call-log/{_part(call_id)}", {"recording_only": recording_only}, None, None)
        return cast("CallLogDone", _read(CallLogDone, answer))

    def delete_found_call_log(self, *, call_id: str, recording_only: Optional[bool] = None) -> CallLogDone:
        """Delete a submitted call permanently; its id is in the query."""
        answer = self._send("DELETE", "/v1/call-log", {"call_id": call_id, "recording_only": recording_only}, None, None)
        return cast("CallLogDone", _read(CallLogDone, answer))

    def delete_call_logs(self, body: CallLogsDelete) -> CallLogsDeleted:
        """Delete several submitted calls permanently."""
        answer = self._send("DELETE", "/v1/call-logs", {}, body, None)
        return cast("CallLogsDeleted", _read(CallLogsDeleted, answer))

    def create_webhook(self, body: WebhookCreate) -> CreatedWebhook:
        """Register a webhook; only this answer shows its secret."""
        answer = self._send("POST", "/v1/webhooks", {}, body, None)
        return cast("CreatedWebhook", _read(CreatedWebhook, answer))

    def list_webhooks(self) -> Webhooks:
        """List the webhooks of the organization."""
        answer = self._send("GET", "/v1/webhooks", {}, None, None)
        return cast("Webhooks", _read(Webhooks, answer))

    def delete_webhook(self, id: str) -> DeletedWebhook:
        """Delete a webhook."""
        answer = self._send("DELETE", f"/v1/webhooks/{_part(id)}", {}, None, None)
        return cast("DeletedWebhook", _read(DeletedWebhook, answer))

    def list_webhook_deliveries(self, *, page: Optional[int] = None, page_size: Optional[int] = None, status: Optional[str] = None, simulation_result_id: Optional[str] = None) -> WebhookDeliveryPage:
        """List deliveries to webhooks and agents with their status, newest first."""
        answer = self._send("GET", "/v1/webhook-deliveries", {"page": page, "page_size": page_size, "status": status, "simulation_result_id": simulation_result_id}, None, None)
        return cast("WebhookDeliveryPage", _read(WebhookDeliveryPage, answer))

    def redeliver_webhook(self, id: str) -> WebhookDelivery:
        """Send a delivery again, with the same id."""
        answer = self._send("POST", f"/v1/webhook-deliveries/{_part(id)}/redeliver", {}, None, None)
        return cast("WebhookDelivery", _read(WebhookDelivery, answer))

    def create_workflow(self, body: WorkflowCreate) -> Workflow:
        """Create a workflow: a graph of conversations that an agent must follow."""
        answer = self._send("POST", "/v1/workflow", {}, body, None)
        return cast("Workflow", _read(Workflow, answer))

    def list_all_workflows(self, *, agent_id: Optional[int] = None) -> WorkflowList:
        """List the workflows of the organization, or of an agent."""
        answer = self._send("GET", "/v1/workflow", {"agent_id": agent_id}, None, None)
        return cast("WorkflowList", _read(WorkflowList, answer))

    def get_workflow(self, workflow_id: str) -> Workflow:
        """Show a workflow."""
        answer = self._send("GET", f"/v1/workflow/{_part(workflow_id)}", {}, None, None)
        return cast("Workflow", _read(Workflow, answer))

    def update_workflow(self, workflow_id: str, body: WorkflowUpdate) -> Workflow:
        """Change the named fields of a workflow; digital humans created from it keep their path."""
        answer = self._send("PUT", f"/v1/workflow/{_part(workflow_id)}", {}, body, None)
        return cast("Workflow", _read(Workflow, answer))

    def delete_workflow(self, workflow_id: str) -> DeletedWorkflow:
        """Delete a workflow permanently; digital humans created from it are kept."""
        answer = self._send("DELETE", f"/v1/workflow/{_part(workflow_id)}", {}, None, None)
        return cast("DeletedWorkflow", _read(DeletedWorkflow, answer))

    def list_workflows(self, agent_id: int) -> Workflows:
        """List the workflows of an agent."""
        answer = self._send("GET", f"/v1/agents/{_part(agent_id)}/workflows", {}, None, None)
        return cast("Workflows", _read(Workflows, answer))

    def duplicate_workflow(self, workflow_id: str, body: WorkflowDuplicate) -> Workflow:
        """Copy a workflow."""
        answer = self._send("POST", f"/v1/workflow/{_part(workflow_id)}/duplicate", {}, body, None)
        return cast("Workflow", _read(Workflow, answer))

    def generate_goals(self, body: SuggestFromAgent) -> SuggestedGoals:
        """Suggest goals of an agent: those in its record, and what the tools of its prompt do."""
        answer = self._send("POST", "/v1/generate-goals", {}, body, None)
        return cast("SuggestedGoals", _read(SuggestedGoals, answer))

    def generate_customer_personas(self, body: SuggestFromAgent) -> SuggestedPersonas:
        """Suggest personas from what an agent is for; none is stored."""
        answer = self._send("POST", "/v1/generate-customer-personas", {}, body, None)
        return cast("SuggestedPersonas", _read(SuggestedPersonas, answer))

    def generate_custom_metrics(self, body: SuggestFromAgent) -> SuggestedMetrics:
        """Suggest custom metrics with rules, from the rules of an agent's prompt; none is stored."""
        answer = self._send("POST", "/v1/generate-custom-metrics", {}, body, None)
        return cast("SuggestedMetrics", _read(SuggestedMetrics, answer))

    def generate_objectives(self, body: OfTestCase) -> Objectives:
        """Say what a digital human wants to achieve, from its intent and its success criteria."""
        answer = self._send("POST", "/v1/generate-objectives", {}, body, None)
        return cast("Objectives", _read(Objectives, answer))

    def generate_intent_summary(self, body: OfTestCase) -> IntentSummary:
        """Say in a sentence what a digital human wants."""
        answer = self._send("POST", "/v1/generate-intent-summary", {}, body, None)
        return cast("IntentSummary", _read(IntentSummary, answer))

    def generate_prompt_summary(self, body: OfPrompt) -> PromptSummary:
        """Show the first sentences of a prompt version."""
        answer = self._send("POST", "/v1/generate-prompt-summary", {}, body, None)
        return cast("PromptSummary", _read(PromptSummary, answer))

    def generate_formatted_transcript(self, body: OriginalTranscript) -> FormattedTranscript:
        """Read a transcript as text: who said what, what the customer wants, and who spoke first."""
        answer = self._send("POST", "/v1/generate-formatted-transcript", {}, body, None)
        return cast("FormattedTranscript", _read(FormattedTranscript, answer))
