# Completions of cairn for bash: source <(cairn completions bash)
# What the store knows, one a line: the program says it, for the store that the line names.
_cairn_known() {
    local place known store=
    for ((place = 1; place < COMP_CWORD; place++)); do
        [[ ${COMP_WORDS[place]} == --store ]] || continue
        store=${COMP_WORDS[place + 1]}
        if [[ $store == = ]]; then store=${COMP_WORDS[place + 2]}; fi
    done
    # The word is as it was typed, with what quotes a blank in it.
    store=${store//[\\\'\"]/}
    store=${store/#"~/"/"$HOME/"}
    for known in $1; do
        "${COMP_WORDS[0]/#"~/"/"$HOME/"}" completions "$known" ${store:+--store "$store"} 2> /dev/null | cut -f 1
    done
}
_cairn() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command= options words known= place name
    COMPREPLY=()
    # bash cuts words at "=": --format=c is three of them.
    if [[ $current == = ]]; then
        current=
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    # Options may stand before the command.
    for ((place = 1; place < COMP_CWORD; place++)); do
        case ${COMP_WORDS[place]} in
        --store)
            ((place++))
            if [[ ${COMP_WORDS[place]} == = ]]; then ((place++)); fi
            ;;
        -*) ;;
        *)
            command=${COMP_WORDS[place]}
            break
            ;;
        esac
    done
    case $command in
    '')
        options='--store --json --quiet --help --version'
        case $previous in
        --store) words=FILES ;;
        *) words='check query schema completions --help --version' ;;
        esac
        ;;
    check)
        options='--store --json --quiet -q --help -h'
        case $previous in
        --store) words=FILES ;;
        *) words=FILES known='jobs' ;;
        esac
        ;;
    query)
        options='--format -f --param -p --file --limit-time --rows -r --all -a --verbose -v --store --json --quiet -q --help -h'
        case $previous in
        --format | -f) words='table csv tsv json ndjson geojson' ;;
        --param | -p) words='' ;;
        --file) words=FILES ;;
        --limit-time) words='' ;;
        --rows | -r) words='' ;;
        --store) words=FILES ;;
        *) words='' ;;
        esac
        ;;
    schema)
        options='--store --json --quiet -q --help -h'
        case $previous in
        --store) words=FILES ;;
        *) words='views manifest' ;;
        esac
        ;;
    completions)
        options='--store --json --quiet -q --help -h'
        case $previous in
        --store) words=FILES ;;
        *) words='bash zsh fish' ;;
        esac
        ;;
    *) return ;;
    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
        return
    fi
    if [[ $words == FILES ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    else
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    fi
    # Names are compared here: compgen would expand what it finds in them.
    if [[ -n $known ]]; then
        while IFS= read -r name; do
            if [[ $name == "$current"* ]]; then COMPREPLY+=("$name"); fi
        done < <(_cairn_known "$known")
    fi
    if [[ $words == FILES || -n $known ]]; then compopt -o filenames 2> /dev/null; fi
}
complete -F _cairn cairn
