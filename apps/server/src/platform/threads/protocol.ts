/** Messages between the pool and a worker thread. They are copied, so they are plain data without functions. */
export type ToThread =
  | { readonly say: 'run'; readonly kind: string; readonly input: unknown }
  | { readonly say: 'answer'; readonly answer: unknown }
  /** Free unused memory, and report how much is left. */
  | { readonly say: 'tidy' }

/** A message of a worker thread. `at`: how long the thread has worked so far, as `threadTime` returns it. */
export type FromThread =
  /**
   * `id`: the thread id of the system, null where it has none. `held`: the bytes that the thread holds before the first
   * task.
   */
  | { readonly say: 'ready'; readonly id: number | null; readonly held: number }
  /** `held`: bytes that are left. */
  | { readonly say: 'tidied'; readonly held: number }
  /** The thread has started the task. */
  | { readonly say: 'begun'; readonly at: number }
  /** `held`: bytes that the thread holds, including unused memory. */
  | { readonly say: 'done'; readonly output: unknown; readonly held: number; readonly at: number }
  /** A fault of the program, or an output that cannot be copied. */
  | { readonly say: 'failed'; readonly error: unknown; readonly held: number }
  | { readonly say: 'ask'; readonly question: unknown }
  /** Reports that the thread starts or ends a part with a time limit of its own. */
  | { readonly say: 'apart' | 'back'; readonly at: number }

/** The data with which a worker thread starts. */
export interface ThreadData {
  readonly place: SharedArrayBuffer
}
