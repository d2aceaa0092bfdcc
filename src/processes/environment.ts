/**
 * Variables that k6 1.x and 2.x read as options (k6: lib/options.go, cmd/, output/): whole names, and prefixes.
 * Scripts have similar variables, such as `K6_BASE_URL`, which they find in `__ENV`.
 */
const OPTIONS_OF_K6 =
  /^K6_(BATCH|BATCH_PER_HOST|BINARY_PROVISIONING|BLACKLIST_IPS|BLOCK_HOSTNAMES|BUILD_SERVICE_URL|COMPATIBILITY_MODE|CONFIG|CONSOLE_OUTPUT|DEPENDENCIES_MANIFEST|DISCARD_RESPONSE_BODIES|DNS|DURATION|EXECUTION_SEGMENT|EXECUTION_SEGMENT_SEQUENCE|EXIT_ON_RUNNING|FEATURES|HANDLE_SUMMARY_TIMEOUT|HOSTS|HTTP_DEBUG|INCLUDE_SYSTEM_ENV_VARS|INSECURE_SKIP_TLS_VERIFY|INSTANCE_SCENARIOS|ITERATIONS|LINGER|LOCAL_IPS|MAX_REDIRECTS|METRIC_SAMPLES_BUFFER_SIZE|MIN_ITERATION_DURATION|NEW_MACHINE_READABLE_SUMMARY|OUT|PAUSED|PROFILING_ENABLED|RPS|SETUP_TIMEOUT|SHOW_CLOUD_LOGS|STAGES|SYSTEM_TAGS|TAGS|TEARDOWN_TIMEOUT|THRESHOLDS|THROW|TLSAUTH|TLS_CIPHER_SUITES|TRACES_OUTPUT|TYPE|USER_AGENT|VUS|VUS_MAX)$|^K6_(AUTO|BROWSER|CLOUD|CLOUDRUN|CSV|ENABLE|INFLUXDB|LOG|NO|OTEL|PROMETHEUS_RW|SECRET_SOURCE|STATSD|SUMMARY|WEB_DASHBOARD)(_|$)/;

/** The job's token, under the names used by all forges, and credentials that the action and the runner hold. */
const TOKEN =
  /^((GITHUB|GH|GITEA|FORGEJO)(_ENTERPRISE)?_TOKEN|INPUT_GITHUB-TOKEN|ACTIONS_(RUNTIME|ID_TOKEN_REQUEST)_TOKEN)$/;

/**
 * Names of variables that children never get: the action's inputs, the runner's service tokens and command files, and
 * the job's token. Each under the names used by all forges: the runners of Gitea and Forgejo set theirs in addition to
 * GitHub's. Options of k6 would override those of the generated script, and so change the measurement.
 */
const WITHHELD = [
  /^INPUT_/,
  /^ACTIONS_/,
  TOKEN,
  /^(GITHUB|GITEA|FORGEJO)_(ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)$/,
  /^TAILGATE_(TOKEN|K6_MIRROR|LOCK)$/,
  OPTIONS_OF_K6,
];

/** Tells whether children get a variable of this name, and templates its value. */
export function isWithheld(name: string): boolean {
  return WITHHELD.some((pattern) => pattern.test(name));
}

/** Makes the environment for services, builds and k6: the user's own, without what they must not see. */
export function childEnvironment(
  environment: NodeJS.ProcessEnv,
  extra: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !isWithheld(name));
  return { ...Object.fromEntries(kept), ...extra };
}

/** Variables of systems that run jobs without setting `CI`: Azure, TeamCity, older Jenkins, CodeBuild. */
const SYSTEMS = ['TF_BUILD', 'TEAMCITY_VERSION', 'JENKINS_URL', 'CODEBUILD_BUILD_ID'];

/** Tells whether nobody is watching: `CI` is set, and not to a word for no. */
export function isCi(environment: NodeJS.ProcessEnv): boolean {
  const { CI } = environment;
  return CI ? !/^(0|false|no|off)$/i.test(CI) : SYSTEMS.some((name) => environment[name]);
}

/**
 * Lists texts that must not appear in anything kept or shown: values of `secrets:` and of the withheld tokens. Each also
 * without surrounding whitespace, and line by line, because logs are cut between lines.
 */
export function listSecretValues(environment: NodeJS.ProcessEnv, secretNames: readonly string[]): string[] {
  const withheld = Object.keys(environment).filter((name) => TOKEN.test(name));
  const values = [...secretNames, ...withheld].flatMap((name) => {
    const value = environment[name] ?? '';
    const lines = value.split(/[\r\n]+/).map((line) => line.trim());
    // Shorter values would mask ordinary words, and so would shorter lines.
    return [
      ...[value, value.trim()].filter((text) => text.length >= 4),
      ...lines.filter((line) => line.length >= 8),
    ];
  });
  // Plain, in a JSON string, and in a string within another: that is a request body in the script for k6.
  const quote = (text: string) => JSON.stringify(text).slice(1, -1);
  return [...new Set(values.flatMap((value) => [value, quote(value), quote(quote(value))]))];
}

/** Replaces every secret value by `***`. The longest goes first, so that a secret inside another leaves nothing. */
export function redact(text: string, secretValues: readonly string[]): string {
  return [...secretValues]
    .sort((a, b) => b.length - a.length)
    .reduce((result, value) => result.replaceAll(value, '***'), text);
}

/** Replaces the user, and so the password, in the addresses of a text. */
export function hideUsers(text: string): string {
  return text.replace(/\/\/[^/@\s]*@/g, '//***@');
}

/** Redacts every string of a plain value. */
export function redactDeep<T>(value: T, secretValues: readonly string[]): T {
  if (typeof value === 'string') return redact(value, secretValues) as T;
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, secretValues)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, redactDeep(item, secretValues)]),
  ) as T;
}
