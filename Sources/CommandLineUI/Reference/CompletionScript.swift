/// Completions for shells: small scripts that ask this program what may come next, so that they
/// know its columns and episodes, and never grow old.
enum CompletionScript {
    static let bash = """
        # bash completions of column; made by “column completions bash”.
        _column() {
            local line value pad wants_files="" is_title=""
            local -a values=() meanings=()
            while IFS= read -r line; do
                case "$line" in
                    :files) wants_files=1; continue ;;
                    :titles) is_title=1; continue ;;
                esac
                value="${line%%$'\\t'*}"
                values+=("$value")
                if [[ "$line" == *$'\\t'* ]]; then meanings+=("${line#*$'\\t'}"); else meanings+=(""); fi
            done < <(command column debug complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
            # When bash lists what there is, it lists it with what it means.
            if [[ "${COMP_TYPE:-9}" == 63 && ${#values[@]} -gt 1 ]]; then
                local i width=0
                for value in "${values[@]}"; do
                    if (( ${#value} > width )); then width=${#value}; fi
                done
                for i in "${!values[@]}"; do
                    printf -v pad '%-*s' "$width" "${values[i]}"
                    COMPREPLY+=("$pad  ${meanings[i]:0:60}")
                done
                return
            fi
            COMPREPLY=("${values[@]}")
            # Titles are written with their blanks quoted, as names of files are.
            if [[ -n "$is_title" ]]; then compopt -o filenames 2>/dev/null; fi
            if [[ -n "$wants_files" ]]; then compopt -o default 2>/dev/null; fi
            if [[ ${#values[@]} -eq 1 && "${values[0]}" == *[:=,] ]]; then compopt -o nospace 2>/dev/null; fi
        }
        complete -F _column column

        """

    static let zsh = """
        #compdef column
        # zsh completions of column; made by “column completions zsh”.
        _column() {
            local line value wants_files=
            local -a described
            for line in "${(@f)$(command column debug complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
                case "$line" in
                    :files) wants_files=1; continue ;;
                    :*|'') continue ;;
                esac
                value="${line%%$'\\t'*}"
                value="${value//:/\\\\:}"
                if [[ "$line" == *$'\\t'* ]]; then value="$value:${line#*$'\\t'}"; fi
                described+=("$value")
            done
            if (( $#described )); then _describe -V 'column' described; fi
            if [[ -n "$wants_files" ]]; then _files; fi
        }
        # Either found on fpath under its name, or read by “source”.
        if [[ "${funcstack[1]}" == _column ]]; then
            _column "$@"
        else
            compdef _column column
        fi

        """

    static let fish = """
        # fish completions of column; made by “column completions fish”.
        function __column_complete
            set -l words (commandline -opc)
            set -e words[1]
            set -l token (commandline -ct)
            test (count $token) -eq 0; and set token ''
            for line in (command column debug complete -- $words $token 2>/dev/null)
                switch $line
                    case ':files'
                        __fish_complete_path $token
                    case ':*'
                    case '*'
                        echo $line
                end
            end
        end
        complete -c column -e
        complete -c column -f -k -a '(__column_complete)'

        """
}
