# Completions of cairn for fish: cairn completions fish | source
# What the store knows: the program says it, for the store that the line names.
function __cairn_known
    set -l words (commandline -opc)
    set -l store
    for place in (seq 2 (count $words))
        switch $words[$place]
            case --store
                set store --store (string unescape -- $words[(math $place + 1)])
            case '--store=*'
                set store --store (string unescape -- (string replace -- --store= '' $words[$place]))
        end
    end
    set -l own (string replace -r '^~/' "$HOME/" -- $words[1])
    $own completions $argv[1] $store 2>/dev/null
end
complete -c cairn -f
complete -c cairn -n __fish_use_subcommand -a check -d 'validates manifests and touches nothing'
complete -c cairn -n __fish_use_subcommand -a query -d 'answers a question in SQL'
complete -c cairn -n __fish_use_subcommand -a schema -d 'shows what SQL sees'
complete -c cairn -n __fish_use_subcommand -a completions -d 'writes a script of completions for a shell'
complete -c cairn -n '__fish_seen_subcommand_from check' -l store -r -F -d 'the store\'s file; default cairn.db here'
complete -c cairn -n '__fish_seen_subcommand_from check' -l json -d 'write data as JSON'
complete -c cairn -n '__fish_seen_subcommand_from check' -l quiet -s q -d 'print errors only'
complete -c cairn -n '__fish_seen_subcommand_from check' -l help -s h -d 'show this help'
complete -c cairn -n '__fish_seen_subcommand_from check' -F
complete -c cairn -n '__fish_seen_subcommand_from check' -a '(__cairn_known jobs)'
complete -c cairn -n '__fish_seen_subcommand_from query' -l format -s f -x -a 'table csv tsv json ndjson geojson' -d 'how rows are written'
complete -c cairn -n '__fish_seen_subcommand_from query' -l param -s p -x -d 'a value for :NAME in the question'
complete -c cairn -n '__fish_seen_subcommand_from query' -l file -r -F -d 'a file with the question'
complete -c cairn -n '__fish_seen_subcommand_from query' -l limit-time -x -d 'the longest the question may take; default 30s'
complete -c cairn -n '__fish_seen_subcommand_from query' -l rows -s r -x -d 'at most so many rows'
complete -c cairn -n '__fish_seen_subcommand_from query' -l all -s a -d 'older generations too'
complete -c cairn -n '__fish_seen_subcommand_from query' -l verbose -s v -d 'say more about how the question is answered'
complete -c cairn -n '__fish_seen_subcommand_from query' -l store -r -F -d 'the store\'s file; default cairn.db here'
complete -c cairn -n '__fish_seen_subcommand_from query' -l json -d 'write data as JSON'
complete -c cairn -n '__fish_seen_subcommand_from query' -l quiet -s q -d 'print errors only'
complete -c cairn -n '__fish_seen_subcommand_from query' -l help -s h -d 'show this help'
complete -c cairn -n '__fish_seen_subcommand_from schema' -l store -r -F -d 'the store\'s file; default cairn.db here'
complete -c cairn -n '__fish_seen_subcommand_from schema' -l json -d 'write data as JSON'
complete -c cairn -n '__fish_seen_subcommand_from schema' -l quiet -s q -d 'print errors only'
complete -c cairn -n '__fish_seen_subcommand_from schema' -l help -s h -d 'show this help'
complete -c cairn -n '__fish_seen_subcommand_from schema' -a 'views manifest'
complete -c cairn -n '__fish_seen_subcommand_from completions' -l store -r -F -d 'the store\'s file; default cairn.db here'
complete -c cairn -n '__fish_seen_subcommand_from completions' -l json -d 'write data as JSON'
complete -c cairn -n '__fish_seen_subcommand_from completions' -l quiet -s q -d 'print errors only'
complete -c cairn -n '__fish_seen_subcommand_from completions' -l help -s h -d 'show this help'
complete -c cairn -n '__fish_seen_subcommand_from completions' -a 'bash zsh fish'
