/** What one run of a script may use. */
export interface ScriptLimits {
  /** Milliseconds of the machine's time. */
  timeMs: number
  /** Bytes of memory inside the sandbox. */
  memoryBytes: number
  /** Bytes of the sandbox's stack: 96 KB hold some 500 nested calls. More than 128 KB is more than the host's own stack bears. */
  stackBytes: number
}

export const defaultLimits: ScriptLimits = { timeMs: 1000, memoryBytes: 32 * 1024 * 1024, stackBytes: 96 * 1024 }
