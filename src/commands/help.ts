export const EXAMPLES = `Examples:
  tailgate init                       propose tailgate.yml and the workflows
  tailgate run                        judge the service described in tailgate.yml
  tailgate run --record               and keep the result, for the trend
  tailgate run --only search          one scenario
  tailgate plan                       what a run would do, and how long it takes
  tailgate prove                      does it raise false alarms here, and would it notice?
  tailgate compare before.json after.json   two recorded runs
  tailgate bisect v1.4.0 main         which commit made it slower
  tailgate drift --against v1.4.0     what has become slower since
  tailgate history                    earlier runs
  tailgate page                       write the results into a page of the documentation
  tailgate site --out site            a site: each scenario through the commits
  tailgate doctor                     what is found here, and what may disturb a run
`;

export const RUN_EXAMPLES = `Examples:
  tailgate run                        this work tree, beside the revision it started from
  tailgate run --base v1.4.0          beside a tag, a branch or a commit
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

export const BISECT_EXAMPLES = `Examples:
  tailgate bisect v1.4.0 main         which commit made it slower
  tailgate bisect v1.4.0 main search  in this scenario
  tailgate bisect                     go on with a search that was left
  tailgate bisect --reset             forget it
`;

export const DRIFT_EXAMPLES = `Examples:
  tailgate drift                      against \`drift.against\` of tailgate.yml, else the commit of 30 days ago
  tailgate drift --against v1.4.0
  tailgate drift --against latest-release-tag --tolerance 5%
  tailgate drift --issue              in a workflow: opens, updates and closes one issue
`;

export const PROVE_EXAMPLES = `Examples:
  tailgate prove                      14 runs: unchanged code, +20 % on every answer, few answers much later
  tailgate prove --slowdown 10% --budget 2m
  tailgate prove --runs 20 --only search
  tailgate prove --json proof.json    for programs
`;

export const HISTORY_EXAMPLES = `Examples:
  tailgate history                    what --record has kept beside tailgate.yml
  tailgate history --store git --branch main --newest 20
  tailgate history --prune 500        keep the newest 500
`;

export const DOCTOR_EXAMPLES = `Examples:
  tailgate doctor                     tools, machine, noise, configuration
  tailgate doctor --cluster           and the rights in the cluster of load-from
  tailgate doctor --json
`;

export const PAGE_EXAMPLES = `Examples:
  tailgate page --write docs/performance.md           from the newest record in .tailgate
  tailgate page --write docs/performance.rst --from result.json
  tailgate page --store git --branch main             as tailgate.yml says: page: { write: docs/performance.md }
  tailgate page --check                               fails when that page is too old, or not what was measured
  tailgate page --check=structure                     the same without a record: scenarios, loads, SLOs, age
`;

export const SITE_EXAMPLES = `Examples:
  tailgate site --out site                            from the records in .tailgate
  tailgate site --out site --store git --branch main
  tailgate site --out site --store git --config api/tailgate.yml web/tailgate.yml
  tailgate site --out site --repository https://github.com/acme/shop
  python3 -m http.server --directory site --bind 127.0.0.1   look at it; it opens from disk as well
`;

export const COMPARE_EXAMPLES = `Examples:
  tailgate compare before.json after.json --config tailgate.yml
  tailgate compare .tailgate/api/1a2b3c4d5e6f-2026-01-31T09-00-00-000Z.json result.json
`;

export const INIT_EXAMPLES = `Examples:
  tailgate init                       look, ask what is not clear, write, and show the plan
  tailgate init --dry-run             print what would be written
  tailgate init --try                 write, start the service, and correct what was written
  tailgate init --try --verbose       and tell each command with its exit code
  tailgate init --yes --one-step      no questions, one job
  tailgate init --keep --drift        add the workflow that watches for drift
  tailgate init --keep --forks        add the workflow for pull requests from forks
  tailgate init --keep --prove        add the workflow that tries the gate, started by hand
  tailgate init --keep --site         add the workflow that puts the site of the records on GitHub Pages
`;

export const EXIT_CODES = `
Exit codes:
  0 pass · 1 regressed or missed · 2 configuration · 3 could not measure · 130 interrupted`;
