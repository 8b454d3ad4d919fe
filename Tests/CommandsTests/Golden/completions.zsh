#compdef cairn
# Completions of cairn for zsh: cairn completions zsh > a folder of $fpath/_cairn
# What the store knows: the program says it, for the store that the line names.
_cairn_known() {
    local -a store lines names shown
    local place=${words[(I)--store]} line
    if ((place)); then
        store=(--store ${(Q)~words[place + 1]})
    elif [[ -n ${words[(r)--store=*]} ]]; then
        store=(--store ${(Q)~${words[(r)--store=*]}#--store=})
    fi
    lines=("${(@f)$(${(Q)~program} completions $1 $store 2> /dev/null)}")
    for line in $lines; do
        names+=("${line%%$'	'*}")
        shown+=("${line/$'	'/  -- }")
    done
    compadd -l -d shown -a names
}
_cairn() {
    local program=$words[1]
    if ((CURRENT == 2)); then
        local -a commands=(
            'check:validates manifests and touches nothing'
            'query:answers a question in SQL'
            'schema:shows what SQL sees'
            'completions:writes a script of completions for a shell'
        )
        _describe command commands
        return
    fi
    local command=$words[2]
    shift words
    ((CURRENT--))
    case $command in
    check)
        _arguments -s \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            '*:JOB:{_cairn_known jobs; _files}'
        ;;
    query)
        _arguments -s \
            '--format=[how rows are written]:FORMAT:(table csv tsv json ndjson geojson)' '-f+[how rows are written]:FORMAT:(table csv tsv json ndjson geojson)' \
            '*--param=[a value for \:NAME in the question]:NAME=VALUE: ' '*-p+[a value for \:NAME in the question]:NAME=VALUE: ' \
            '--file=[a file with the question]:PATH:_files' \
            '--limit-time=[the longest the question may take; default 30s]:DURATION: ' \
            '--rows=[at most so many rows]:COUNT: ' '-r+[at most so many rows]:COUNT: ' \
            '--all[older generations too]' '-a[older generations too]' \
            '--verbose[say more about how the question is answered]' '-v[say more about how the question is answered]' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':SQL: '
        ;;
    schema)
        _arguments -s \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':WHAT:(views manifest)'
        ;;
    completions)
        _arguments -s \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':SHELL:(bash zsh fish)'
        ;;
    esac
}
if [[ $funcstack[1] == _cairn ]]; then
    _cairn "$@"
else
    compdef _cairn cairn
fi
