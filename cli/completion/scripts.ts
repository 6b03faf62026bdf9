export const shells = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof shells)[number];

/**
 * Scripts that ask `svc __complete` at each tab. The word at the cursor goes with a `:` before it, since some shells drop an
 * empty argument. Answers are lines of a word, a tab and what it is.
 */
export const scripts: Record<Shell, string> = {
  bash: String.raw`# svc completion for bash. In ~/.bashrc: source <(svc completion bash)
_svc() {
  local rest="$COMP_LINE" piece words=() i
  # Bash takes words apart at : and =, which labels are full of; what has no space between belongs together.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    piece="${"$"}{COMP_WORDS[i]}"
    if ((i > 0)) && [[ -n $piece && $rest != [[:space:]]* ]]; then
      words[${"$"}{#words[@]} - 1]+="$piece"
    else
      words+=("$piece")
    fi
    rest="${"$"}{rest#"${"$"}{rest%%[![:space:]]*}"}"
    rest="${"$"}{rest#"$piece"}"
  done
  local last=$((${"$"}{#words[@]} - 1))
  local current="${"$"}{words[last]}" apart=""
  [[ $COMP_WORDBREAKS == *:* ]] && apart="${"$"}{current%"${"$"}{current##*[:=]}"}"
  current="${"$"}{current//\\/}"
  COMPREPLY=()
  while IFS=$'\t' read -r piece _; do
    piece="${"$"}{piece#"${"$"}{apart//\\/}"}"
    piece="$(printf '%q' "$piece")"
    # A comma needs no escape, though it gets one: between columns it would be in the way.
    COMPREPLY+=("${"$"}{piece//\\,/,}")
  done < <(svc __complete -- "${"$"}{words[@]:1:last-1}" ":$current" 2>/dev/null)
}
complete -o default -F _svc svc
`,
  zsh: String.raw`#compdef svc
# svc completion for zsh. In ~/.zshrc, after compinit: source <(svc completion zsh)
_svc() {
  local -a values shown
  local line
  for line in "${"$"}{(@f)$(svc __complete -- "${"$"}{(@Q)words[2,CURRENT-1]}" ":${"$"}{(Q)PREFIX}" 2>/dev/null)}"; do
    [[ -n $line ]] || continue
    values+=("${"$"}{line%%$'\t'*}")
    [[ $line == *$'\t' ]] && shown+=("${"$"}{line%$'\t'}") || shown+=("${"$"}{line/$'\t'/  -- }")
  done
  if (( $#values )); then
    compadd -l -d shown -a values
  else
    _files
  fi
}
compdef _svc svc
`,
  fish: String.raw`# svc completion for fish. Put it in ~/.config/fish/completions/svc.fish
function __svc_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    # A quote may be open still.
    set current (string unescape -- $current; or string unescape -- $current\'; or string unescape -- $current\")
    svc __complete -- $words[2..-1] ":$current" 2>/dev/null
end
complete -c svc -e
complete -c svc -f -a '(__svc_complete)'
complete -c svc -n '__fish_seen_argument -s o -l output -l input' -F
`,
  powershell: String.raw`# svc completion for PowerShell. In $PROFILE: svc completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName svc -ScriptBlock {
  param($current, $ast, $position)
  $words = @($ast.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { "$_".Trim("'", '"') })
  svc __complete -- @words ":$($current.Trim("'", '"'))" 2>$null | ForEach-Object {
    $value, $about = $_ -split "${"`"}t", 2
    if (-not $about) { $about = $value }
    $text = if ($value -match '[\s''"${"`"}$();&|<>{}@#,]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
    [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $about)
  }
}
`,
};
