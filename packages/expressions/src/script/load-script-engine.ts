import { Sandbox } from './sandbox.ts'

/**
 * Sandboxes that are free. One works; the others are for a script that runs while an object of the engine serves
 * another, and to take the place of one that broke down, as loading takes time.
 */
const free: Sandbox[] = []
const wanted = 3
let existing = 0
let loading: Promise<void> | undefined

/** The clock by which scripts have their time. */
let now = workedTime

/**
 * Loads QuickJS, once for the process. Scripts can only be evaluated after it, as `evaluate` is synchronous. Later
 * calls do nothing, except that they replace sandboxes which have crashed.
 *
 * @param options.now returns the time in milliseconds by which script time is limited from now on; default:
 * `workedTime`.
 */
export function loadScriptEngine(options: { readonly now?: () => number } = {}): Promise<void> {
  now = options.now ?? now
  loading ??= load().finally(() => {
    loading = undefined
  })
  return loading
}

/**
 * Returns the milliseconds that this thread has worked, where the host reports that, as Node does, so that other load
 * does not shorten the time of a script. Elsewhere the elapsed time.
 */
export function workedTime(): number {
  const worked = (globalThis as Host).process?.threadCpuUsage?.()
  return worked === undefined ? performance.now() : (worked.user + worked.system) / 1000
}

/** In microseconds. */
interface Host {
  readonly process?: { threadCpuUsage?(): { readonly user: number; readonly system: number } }
}

/** Takes a free sandbox; undefined when none is loaded or all are in use. */
export function takeSandbox(): Sandbox | undefined {
  return free.pop()
}

export function giveBackSandbox(sandbox: Sandbox): void {
  free.push(sandbox)
}

/** Replaces a taken sandbox that has crashed by loading another one. */
export function replaceSandbox(): void {
  existing -= 1
  loadScriptEngine().catch(() => {
    // Whoever takes a sandbox next finds none, and says so.
  })
}

async function load(): Promise<void> {
  const [{ newQuickJSWASMModuleFromVariant }, { default: variant }] = await Promise.all([
    import('quickjs-emscripten-core'),
    import('@jitl/quickjs-singlefile-mjs-release-sync'),
  ])
  while (existing < wanted) {
    existing += 1
    free.push(await createSandbox(newQuickJSWASMModuleFromVariant(variant)))
  }
}

async function createSandbox(engine: Promise<ConstructorParameters<typeof Sandbox>[0]>): Promise<Sandbox> {
  try {
    return new Sandbox(await engine, () => now())
  } catch (error) {
    existing -= 1
    throw error
  }
}
