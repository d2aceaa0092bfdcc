export const EXAMPLES = `Examples:
  tailgate init                       write tailgate.yml and the workflow
  tailgate try                        does the file work? build, start and ask, for seconds
  tailgate guide                      the page for coding assistants
  tailgate run                        judge the service described in tailgate.yml
  tailgate run --record               and keep the result, for the trend
  tailgate run --only search          one scenario
  tailgate plan                       what a run would do, and how long it takes
  tailgate prove                      does it raise false alarms here, and would it notice?
  tailgate history                    earlier runs
  tailgate page                       write the results into a page of the documentation
  tailgate site --out site            a site: each scenario through the commits
`;

export const RUN_EXAMPLES = `Examples:
  tailgate run                        this work tree, next to the revision it started from
  tailgate run --base v1.4.0          next to a tag, a branch or a commit
  tailgate run --base v1.4.0 --tolerance 10%   what small changes since add up to
  git bisect run tailgate run --base v1.4.0 --bisect   the commit of a slowdown
  tailgate run --from history         alone, against recorded runs
  tailgate run --budget 30s
  tailgate run --only search,checkout --fail-on inconclusive
  tailgate run --record --store /var/lib/tailgate
  tailgate run --verbose 2> details.log   what was decided, and each command with its time
  tailgate run --html report.html     the report with its pictures, for a browser
  tailgate run --comment comment.md --json result.json --keep /tmp/evidence
`;

export const PLAN_EXAMPLES = `Examples:
  tailgate plan                       blocks, looks and time of a run
  tailgate plan --budget 30s --only search
  tailgate plan --json                for programs
  tailgate plan --verbose             and what was asked of git for it
`;

export const PROVE_EXAMPLES = `Examples:
  tailgate prove                      6 runs of unchanged code, each judged three times
  tailgate prove --slowdown 10% --budget 2m
  tailgate prove --runs 20 --only search
  tailgate prove --json proof.json    for programs
`;

export const HISTORY_EXAMPLES = `Examples:
  tailgate history                    what --record has kept beside tailgate.yml
  tailgate history --store git --branch main --newest 20
`;

export const PAGE_EXAMPLES = `Examples:
  tailgate page --write docs/performance.md           from the newest record in .tailgate
  tailgate page --write docs/performance.md --from result.json
  tailgate page --write docs/performance.md --store git --branch main --buckets 5ms,20ms,100ms
  tailgate page --write docs/performance.md --check --max-age 30d      fails when it is too old, or not what was measured
  tailgate page --write docs/performance.md --check=structure          the same without a record: scenarios, loads, SLOs, age
`;

export const SITE_EXAMPLES = `Examples:
  tailgate site --out site                            from the records in .tailgate
  tailgate site --out site --store git --branch main
  tailgate site --out site --store git --config api/tailgate.yml web/tailgate.yml
  tailgate site --out site --repository https://github.com/acme/shop
  python3 -m http.server --directory site --bind 127.0.0.1   look at it; it opens from disk as well
`;

export const INIT_EXAMPLES = `Examples:
  tailgate init                       write what is absent, and leave what is there
  tailgate init --print               show what would be written
  tailgate init --force               write all of it anew
  tailgate init --one-step            one job
  tailgate init --forks               and the workflow for pull requests from forks
  tailgate init --uses OWNER/REPO@REF  another copy of the action than this one
`;

export const GUIDE_EXAMPLES = `Examples:
  tailgate guide                      for an assistant that works in your repository
`;

export const TRY_EXAMPLES = `Examples:
  tailgate try                        each scenario of tailgate.yml at 5 req/s for 2 s, this work tree alone
  tailgate try --only search
  tailgate try --json                 for programs
  tailgate try --verbose              and each command with its exit code
`;

export const EXIT_CODES = `
Exit codes:
  0 pass · 1 regressed or missed · 2 configuration · 3 could not measure · 130 interrupted`;
