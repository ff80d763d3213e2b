/**
 * The scripts that shells evaluate to complete `parley`. Each passes the words so far to `parley __complete`.
 */
export const SHELLS = ["bash", "zsh", "fish"] as const;

export const scripts: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: `_parley() {
  local IFS=$'\\n'
  COMPREPLY=($(parley __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _parley parley
`,
  zsh: `#compdef parley
_parley() {
  local -a candidates
  candidates=("\${(@f)$(parley __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$candidates" ]]; then compadd -- $candidates; else _files; fi
}
compdef _parley parley
`,
  fish: `function __parley_complete
  set -l words (commandline -opc)[2..-1] (commandline -ct)
  parley __complete $words 2>/dev/null
end
complete -c parley -a '(__parley_complete)'
`,
};
