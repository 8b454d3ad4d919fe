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
            'init:writes a commented manifest for a folder of pictures, and says what its first run costs'
            'demo:labels fourteen drawn pictures with a small model\: no network, no account, no cost'
            'check:validates job manifests and touches nothing'
            'plan:shows what a job would send, why, what it would cost, and which cap would stop it'
            'apply:carries out a plan that `cairn plan --out` saved, or refuses and lists what changed'
            'submit:queues the images that have no answer yet and prints the run number'
            'work:processes queued images until none is left that can run'
            'run:submits jobs, works on them and sums up'
            'nightly:runs jobs from cron\: prints nothing unless something needs attention'
            'status:shows the progress, speed, cost and failures of runs'
            'jobs:lists the jobs of the store, with their images, failures, costs and manifests'
            'query:answers read-only SQL over the views; `cairn schema` lists them'
            'report:writes a page that shows jobs\: pictures, frames, filters, costs'
            'export:writes a job'\''s answers as files that other programs open'
            'correct:puts a person'\''s labels, boxes or text in the place of a machine'\''s'
            'evaluate:says how well a job'\''s answers agree with corrections, or with a file'
            'retry:puts failed images, or all that were asked, back in the queue'
            'pause:pauses a run\: its queued images stay queued'
            'resume:resumes a paused run'
            'prioritize:changes a run'\''s priority\: runs with a higher number go first'
            'cancel:cancels a run'\''s queued images'
            'quota:shows units and dollars by account, sets account-wide caps, closes uncertain units'
            'models:lists, fetches and removes hosted models, and shows what a model file wants and gives'
            'results:re-reads annotations from stored responses; calls no service'
            'doctor:checks libraries, credentials, and the store'\''s integrity and sums'
            'schema:writes the views and their columns, one view, the JSON Schema of manifests, the store'\''s SQL, or files for DuckDB and Datasette'
            'completions:writes a script of completions for a shell'
        )
        _describe command commands
        return
    fi
    local command=$words[2]
    shift words
    ((CURRENT--))
    if [[ $command == quota && CURRENT -gt 2 && $words[2] == (show|set|settle) ]]; then
        command="quota $words[2]"
        shift words
        ((CURRENT--))
    fi
    if [[ $command == models && CURRENT -gt 2 && $words[2] == (list|pull|prune|show) ]]; then
        command="models $words[2]"
        shift words
        ((CURRENT--))
    fi
    case $command in
    init)
        _arguments -s \
            '--kind=[what answers, without a question]:KIND:(tflite automl tesseract vision)' \
            '--model=[a model here, an AutoML export, or the https address of a model]:MODEL:_files' \
            '--sha256=[the digest that a model behind an address must have]:HEX: ' \
            '--out=[the manifest; default FOLDER.yaml in the current folder]:FILE:_files' \
            '--cacert=[trust the certificate authorities in this PEM file in place of the system'\''s]:FILE:_files' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':FOLDER:_files'
        ;;
    demo)
        _arguments -s \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':FOLDER:_files'
        ;;
    check)
        _arguments -s \
            '--here[what this machine does not have is an error]' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            '*:JOB:{_cairn_known jobs; _files}'
        ;;
    plan)
        _arguments -s \
            '--out=[write the plan to a file for `cairn apply`]:FILE:_files' \
            '--fast[do not read new and changed files; count them as new]' \
            '--exit-code[exit with 8 when there is something to do]' \
            '--cacert=[trust the certificate authorities in this PEM file in place of the system'\''s]:FILE:_files' \
            '--accept-missing[continue even if most pictures are missing]' \
            '--accept-removed[continue even if most pictures leave the job]' \
            '--accept-again[continue even if most pictures are asked and billed again]' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            '*:JOB:{_cairn_known jobs; _files}'
        ;;
    apply)
        _arguments -s \
            '--only-plan[leave files that came since the plan was made for later]' \
            '--for=[start no new image after this long\: 30m, 4h]:DURATION: ' \
            '--until=[start no new image from this time of day on, by the local clock; exit 5 at once where it passed less than 12 h ago]:HH\:MM: ' \
            '--max-failures=[stop once more than N images, or N% of them, have failed]:N|N%: ' \
            '--accept-missing[continue even if most pictures are missing]' \
            '--priority=[work on this run before those with a lower number; -100 to 100, otherwise 0]:N: ' \
            '--new-store[accept a store that is new to a billed job, even without a terminal (cron)]' \
            '--cacert=[trust the certificate authorities in this PEM file in place of the system'\''s]:FILE:_files' \
            '--log=[append each event to FILE as a line of JSON; SIGHUP opens it again]:FILE:_files' \
            '--report=[at the end, write a page that shows the jobs, as `cairn report` does]:DIR:_files' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':FILE:_files'
        ;;
    submit)
        _arguments -s \
            '--accept-missing[continue even if most pictures are missing]' \
            '--accept-removed[continue even if most pictures leave the job]' \
            '--accept-again[continue even if most pictures are asked and billed again]' \
            '--priority=[work on this run before those with a lower number; -100 to 100, otherwise 0]:N: ' \
            '--new-store[accept a store that is new to a billed job, even without a terminal (cron)]' \
            '--cacert=[trust the certificate authorities in this PEM file in place of the system'\''s]:FILE:_files' \
            '--log=[append each event to FILE as a line of JSON; SIGHUP opens it again]:FILE:_files' \
            '--dry-run[queue nothing; show the plan, as `cairn plan` does]' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            '*:JOB:{_cairn_known jobs; _files}'
        ;;
    work)
        _arguments -s \
            '--run=[work on this run only\: its number, or its job'\''s name for the newest]:RUN:{_cairn_known runs}' \
            '--for=[start no new image after this long\: 30m, 4h]:DURATION: ' \
            '--until=[start no new image from this time of day on, by the local clock; exit 5 at once where it passed less than 12 h ago]:HH\:MM: ' \
            '--max-failures=[stop once more than N images, or N% of them, have failed]:N|N%: ' \
            '--trust[obey this store'\''s manifests, whatever hosts, secrets and models they name]' \
            '--cacert=[trust the certificate authorities in this PEM file in place of the system'\''s]:FILE:_files' \
            '--log=[append each event to FILE as a line of JSON; SIGHUP opens it again]:FILE:_files' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]'
        ;;
    run)
        _arguments -s \
            '--dry-run[queue nothing; show the plan, as `cairn plan` does]' \
            '--for=[start no new image after this long\: 30m, 4h]:DURATION: ' \
            '--until=[start no new image from this time of day on, by the local clock; exit 5 at once where it passed less than 12 h ago]:HH\:MM: ' \
            '--max-failures=[stop once more than N images, or N% of them, have failed]:N|N%: ' \
            '--accept-missing[continue even if most pictures are missing]' \
            '--accept-removed[continue even if most pictures leave the job]' \
            '--accept-again[continue even if most pictures are asked and billed again]' \
            '--priority=[work on this run before those with a lower number; -100 to 100, otherwise 0]:N: ' \
            '--new-store[accept a store that is new to a billed job, even without a terminal (cron)]' \
            '--cacert=[trust the certificate authorities in this PEM file in place of the system'\''s]:FILE:_files' \
            '--log=[append each event to FILE as a line of JSON; SIGHUP opens it again]:FILE:_files' \
            '--report=[at the end, write a page that shows the jobs, as `cairn report` does]:DIR:_files' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            '*:JOB:{_cairn_known jobs; _files}'
        ;;
    nightly)
        _arguments -s \
            '--for=[start no new image after this long\: 30m, 4h]:DURATION: ' \
            '--until=[start no new image from this time of day on, by the local clock; exit 5 at once where it passed less than 12 h ago]:HH\:MM: ' \
            '--max-failures=[stop once more than N images, or N% of them, have failed]:N|N%: ' \
            '--accept-missing[continue even if most pictures are missing]' \
            '--accept-removed[continue even if most pictures leave the job]' \
            '--accept-again[continue even if most pictures are asked and billed again]' \
            '--verbose[always say what the night did]' '-v[always say what the night did]' \
            '--prometheus=[write metrics of these nights to FILE]:FILE:_files' \
            '--new-store[accept a store that is new to a billed job, even without a terminal (cron)]' \
            '--log=[append each event to FILE as a line of JSON; SIGHUP opens it again]:FILE:_files' \
            '--report=[at the end, write a page that shows the jobs, as `cairn report` does]:DIR:_files' \
            '--cacert=[trust the certificate authorities in this PEM file in place of the system'\''s]:FILE:_files' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            '*:JOB:{_cairn_known jobs; _files}'
        ;;
    status)
        _arguments -s \
            '--watch[refresh until the runs end]' '-w[refresh until the runs end]' \
            '--all[all runs, not the newest ten]' \
            '--job=[all runs of this job]:JOB:{_cairn_known jobs}' \
            '--interval=[the time between; default 2s]:DURATION: ' \
            '--prometheus=[write metrics to FILE]:FILE:_files' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':RUN:{_cairn_known runs}'
        ;;
    jobs)
        _arguments -s \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]'
        ;;
    query)
        _arguments -s \
            '--format=[how rows are written; default table, json with --json]:FORMAT:(table csv tsv json ndjson geojson)' '-f+[how rows are written; default table, json with --json]:FORMAT:(table csv tsv json ndjson geojson)' \
            '*--param=[the value of \:NAME in the SQL]:NAME=VALUE: ' '*-p+[the value of \:NAME in the SQL]:NAME=VALUE: ' \
            '--file=[read the SQL from a file; - is standard input]:PATH:_files' \
            '--out=[copy the whole store, as of one moment, to a new file; takes no SQL]:PATH:_files' \
            '--replace[with --out\: put the copy in the place of an earlier copy of a store]' \
            '--timeout=[the longest it may take; default 60s]:TIME: ' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':SQL: '
        ;;
    report)
        _arguments -s \
            '--out=[the page'\''s folder\: a new one, or that of an earlier report of the same jobs]:DIR:_files' \
            '--images=[only images that this query names, by image_id or path]:SQL: ' \
            '--thumbs=[the longest edge of thumbnails in pixels\: none, 240 or 320]:EDGE:(none 240 320)' \
            '--views=[the longest edge of larger views\: none, 1280 or 2048]:EDGE:(none 1280 2048)' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            '*:JOB:{_cairn_known jobs}'
        ;;
    export)
        _arguments -s \
            '--to=[what is written]:FORMAT:(svg html txt hocr alto vision-json xmp pdf coco label-studio)' \
            '--out=[the folder, or the file of coco, label-studio and --one-file\: a new one, or that of an earlier export of the same kind]:PATH:_files' \
            '--one-file[all pictures in one file of txt, hocr, vision-json or pdf]' \
            '--images=[only images that this query names, by image_id or path]:SQL: ' \
            '*--feature=[only answers to this feature; any number of times]:FEATURE:(FACE_DETECTION LANDMARK_DETECTION LOGO_DETECTION LABEL_DETECTION TEXT_DETECTION SAFE_SEARCH_DETECTION IMAGE_PROPERTIES CROP_HINTS WEB_DETECTION DOCUMENT_TEXT_DETECTION PRODUCT_SEARCH OBJECT_LOCALIZATION)' \
            '--min-score=[without annotations whose score is lower; of xmp 0.5 unless it is given]:X: ' \
            '--picture=[the pixels of svg and html\: embed (default), link to the file, or none]:HOW:(embed link none)' \
            '--frame=[in whose pixels hocr, alto and coco are\: of the upright picture (default), or of the file whatever its EXIF]:FRAME:(upright file)' \
            '--sidecar=[the name of the xmp of castle.jpg\: ext (default) is castle.jpg.xmp, base is castle.xmp]:NAME:(ext base)' \
            '--root=[the keyword of xmp below which labels lie (default\: Cairn); empty\: none]:NAME: ' \
            '--no-hierarchy[only plain keywords in xmp]' \
            '--image-root=[what stands before a picture'\''s path in label-studio (default\: /data/local-files/?d=)]:PREFIX: ' \
            '--strip[JPEG files in pdf without EXIF and other metadata]' \
            '--dry-run[write nothing; say how many files would be written]' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':JOB:{_cairn_known jobs}'
        ;;
    correct)
        _arguments -s \
            '--text=[this text, a paragraph on each line; - is standard input]:FILE:_files' \
            '--labels=[what is shown with a and b, and without c\: a,b,-c]:LIST: ' \
            '--from=[what a JSON file says; - is standard input]:FILE:_files' \
            '--edit[open what is shown in $VISUAL or $EDITOR, and save what is changed]' \
            '--undo[show the machine'\''s answers again]' \
            '--list[show the corrections of the job, or of IMAGE, and who made them]' \
            '--as=[who corrects; otherwise your user name]:NAME: ' \
            '--force[save, whatever was saved meanwhile]' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':JOB:{_cairn_known jobs}' \
            ':IMAGE:{_cairn_known paths}'
        ;;
    evaluate)
        _arguments -s \
            '--truth=[a file in COCO'\''s format with the truth, in place of corrections]:FILE:_files' \
            '*--map=[what the job calls A is called B in the truth; any number of times]:A=B: ' \
            '--fold[compare texts without case and punctuation]' \
            '--precision=[the lowest threshold whose precision is at least P, such as 0.95]:P: ' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':JOB:{_cairn_known jobs}'
        ;;
    retry)
        _arguments -s \
            '--kind=[only failures of this kind]:KIND:(missing unreadable changed empty notAnImage damaged unsupported tooLarge model refused service lost unreachable quarantined)' \
            '--code=[only failures with this code, such as DEADLINE_EXCEEDED]:CODE: ' \
            '--all[all that the run asked, answered or failed]' \
            '--since=[all that the run or the job asked since 2026-11-22, 2026-11-22T03\:00Z, 03\:00 (by the local clock) or 12h (ago)]:MOMENT: ' \
            '--dry-run[change nothing; say what would be queued again]' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':RUN:{_cairn_known runs}'
        ;;
    pause)
        _arguments -s \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':RUN:{_cairn_known runs}'
        ;;
    resume)
        _arguments -s \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':RUN:{_cairn_known runs}'
        ;;
    prioritize)
        _arguments -s \
            '--priority=[-100 to 100; runs begin with 0]:N: ' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':RUN:{_cairn_known runs}'
        ;;
    cancel)
        _arguments -s \
            '--dry-run[change nothing; say what would be cancelled]' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':RUN:{_cairn_known runs}'
        ;;
    quota)
        _arguments -s \
            '--account=[only this account; default all]:NAME: ' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':COMMAND:(show set settle)'
        ;;
    'quota show')
        _arguments -s \
            '--account=[only this account; default all]:NAME: ' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]'
        ;;
    'quota set')
        _arguments -s \
            '--account=[the account; may be left out where there is only one]:NAME: ' \
            '--day-units=[at most N units a day]:N: ' \
            '--day-usd=[at most this many US dollars a day]:USD: ' \
            '--month-units=[at most N units a month]:N: ' \
            '--month-usd=[at most this many US dollars a month]:USD: ' \
            '--clear[remove all caps of the account]' \
            '--new-account[allow an account that no job has yet]' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]'
        ;;
    'quota settle')
        _arguments -s \
            '--account=[the account; may be left out where there is only one]:NAME: ' \
            '--month=[only units of this month]:YYYY-MM: ' \
            '--feature=[only units of this feature]:FEATURE:(FACE_DETECTION LANDMARK_DETECTION LOGO_DETECTION LABEL_DETECTION TEXT_DETECTION SAFE_SEARCH_DETECTION IMAGE_PROPERTIES CROP_HINTS WEB_DETECTION DOCUMENT_TEXT_DETECTION PRODUCT_SEARCH OBJECT_LOCALIZATION)' \
            '--attempt=[only units of this attempt]:ID: ' \
            '--billed[the vendor has billed them]' \
            '--not-billed[the vendor has not billed them]' \
            '--from=[close by this billing export; - is standard input]:FILE:_files' \
            '--dry-run[with --from\: show what would be closed, change nothing]' \
            '--force[with --from\: also days that ended less than two days ago]' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]'
        ;;
    models)
        _arguments -s \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':COMMAND:(list pull prune show)'
        ;;
    'models list')
        _arguments -s \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':JOB:{_cairn_known jobs; _files}'
        ;;
    'models pull')
        _arguments -s \
            '--all[the models of all jobs in the store]' \
            '--trust[obey this store'\''s manifests, whatever hosts, secrets and models they name]' \
            '--to=[copy each model into this folder as well]:DIR:_files' \
            '--cacert=[trust the certificate authorities in this PEM file in place of the system'\''s]:FILE:_files' \
            '--log=[append each event to FILE as a line of JSON; SIGHUP opens it again]:FILE:_files' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            '*:JOB:{_cairn_known jobs; _files}'
        ;;
    'models prune')
        _arguments -s \
            '--dry-run[remove nothing; show what would be removed]' \
            '--newest[remove newest versions as well, where no job is pinned to them]' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]'
        ;;
    'models show')
        _arguments -s \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':MODEL:_files'
        ;;
    results)
        _arguments -s \
            '--run=[only what was asked in this run\: its number, or its job'\''s name for the newest]:RUN:{_cairn_known runs}' \
            '--symbols[read the symbols of all text, also where no job has asked for them]' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':WHAT:(reparse)'
        ;;
    doctor)
        _arguments -s \
            '--adopt[make a copy of a store (`cairn query --out`) a store of its own to work on]' \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            '*:JOB:{_cairn_known jobs; _files}'
        ;;
    schema)
        _arguments -s \
            '--store=[the store'\''s file; default cairn.db here]:PATH:_files' \
            '--json[write data as JSON]' \
            '--quiet[print errors only]' '-q[print errors only]' \
            '--help[show this help]' '-h[show this help]' \
            ':WHAT:(views job sql duckdb datasette)'
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
