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
let now = () => performance.now()

/**
 * Loads QuickJS, once for the process. Scripts can only be evaluated after it, as `evaluate` is synchronous. Calling it
 * again is free, and after breakdowns makes up for what was lost.
 *
 * @param options.now milliseconds, by which scripts have their time from now on: a thread counts what it works itself.
 */
export function loadScriptEngine(options: { readonly now?: () => number } = {}): Promise<void> {
  now = options.now ?? now
  loading ??= load().finally(() => {
    loading = undefined
  })
  return loading
}

/** Takes a free sandbox; undefined when there is none, because none is loaded or all are at work. */
export function takeSandbox(): Sandbox | undefined {
  return free.pop()
}

export function giveBackSandbox(sandbox: Sandbox): void {
  free.push(sandbox)
}

/** Gives up a sandbox that was taken and broke down: another is loaded for it. */
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
