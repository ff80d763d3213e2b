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


# --- generated ---
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
