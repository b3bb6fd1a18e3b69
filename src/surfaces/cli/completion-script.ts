/** Shells that completion scripts are there for. */
export const shells = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof shells)[number]

// Each script asks `chatcli __complete` with the words so far and gets lines of `word<TAB>description`; the words are
// quoted by the shell, so that no name can become a command. Without an answer, files are offered.
const scripts: Readonly<Record<Shell, string>> = {
  bash: `# bash completion for chatcli
# In ~/.bashrc: source <(chatcli completion bash)
_chatcli() {
  local line quoted
  COMPREPLY=()
  while IFS= read -r line; do
    printf -v quoted '%q' "\${line%%$'\\t'*}"
    COMPREPLY+=("$quoted")
  done < <(chatcli __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _chatcli chatcli`,
  zsh: `#compdef chatcli
# In ~/.zshrc, after compinit: source <(chatcli completion zsh)
_chatcli() {
  local line
  local -a lines values shown
  lines=("\${(@f)$(chatcli __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    values+=("\${line%%$'\\t'*}")
    shown+=("\${line/$'\\t'/  }")
  done
  if (( \${#values} )); then
    compadd -l -d shown -a values
  else
    _files
  fi
}
compdef _chatcli chatcli`,
  fish: `# fish completion for chatcli
# chatcli completion fish > ~/.config/fish/completions/chatcli.fish
function __chatcli_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -e words[1]
  chatcli __complete -- $words "$current" 2>/dev/null
end
complete -c chatcli -a '(__chatcli_complete)'`,
}

/** The script that makes a shell complete verbs, options and session names. */
export function completionScript(shell: Shell): string {
  return scripts[shell]
}
