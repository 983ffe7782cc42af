import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from 'quickjs-emscripten-core'
import type { ScriptLimits } from './limits.ts'
import { sandboxBridge } from './sandbox-bridge.ts'
import { sandboxGuards } from './sandbox-guards.ts'
import { sandboxJava } from './sandbox-java.ts'

/** A request of a run to the host: an operation and two texts, answered by a text. */
export type Answer = (operation: string, a: string, b: string) => string

/** An open run of a sandbox. Handles need not be disposed, because all memory of the run is freed at its end. */
export interface SandboxRun {
  readonly runtime: QuickJSRuntime
  readonly context: QuickJSContext
  /** Function of the bridge that makes the globals and returns the session, an object of two functions. */
  readonly open: QuickJSHandle
  readonly host: QuickJSHandle
  /** The run was stopped at its time limit, though a promise may have swallowed the error. */
  readonly isOverdue: () => boolean
}

/**
 * A QuickJS instance, which is set up once. After each run its memory is restored to the initial state, so that no data
 * or leak of a run remains. This is about ten times as fast as setting up another instance.
 */
export class Sandbox {
  readonly #memory: Memory
  /** Bytes in use between runs. */
  readonly #base: number
  readonly #run: SandboxRun
  readonly #image: readonly Block[]
  readonly #now: () => number
  #answer: Answer = () => ''
  #deadline = 0
  #maxBytes = Number.POSITIVE_INFINITY
  #wasStopped = false

  constructor(engine: QuickJSWASMModule, now: () => number) {
    this.#now = now
    this.#memory = engine.getWasmMemory()
    limitGrowth(this.#memory, () => this.#maxBytes)
    const runtime = engine.newRuntime({ interruptHandler: () => this.#isOverdue() })
    const context = runtime.newContext()
    this.#deadline = Number.POSITIVE_INFINITY
    const open = context.unwrapResult(context.evalCode(prelude, 'prelude', { type: 'global' }))
    const host = context.newFunction('host', (...args) => {
      const [operation = '', a = '', b = ''] = args.map((arg) => context.getString(arg))
      return context.newString(this.#answer(operation, a, b))
    })
    this.#run = { runtime, context, open, host, isOverdue: () => this.#wasStopped }
    this.#image = copyMemory(new Uint8Array(this.#memory.buffer))
    this.#base = Math.max(...this.#image.map(({ at, bytes }) => at + bytes.length))
  }

  /** Lends the sandbox for one run. Errors of `use` are thrown unchanged. */
  run<T>(answer: Answer, limits: ScriptLimits, use: (run: SandboxRun) => T): T {
    this.#answer = answer
    this.#deadline = this.#now() + limits.timeMs
    this.#wasStopped = false
    this.#run.runtime.setMaxStackSize(limits.stackBytes)
    this.#maxBytes = this.#base + limits.memoryBytes
    try {
      this.#occupy(this.#memory.buffer.byteLength - this.#maxBytes)
      return use(this.#run)
    } finally {
      const memory = new Uint8Array(this.#memory.buffer)
      for (const { at, bytes } of this.#image) memory.set(bytes, at)
    }
  }

  /**
   * WebAssembly's memory never shrinks: what an earlier run left beyond the limit of this one is taken out of reach.
   */
  #occupy(bytes: number): void {
    if (bytes > smallestBallast) this.#run.context.evalCode(`new ArrayBuffer(${bytes})`, 'ballast', { type: 'global' })
  }

  #isOverdue(): boolean {
    this.#wasStopped ||= this.#now() > this.#deadline
    return this.#wasStopped
  }
}

/**
 * Returns whether an error means that the host's stack overflowed inside the script engine (RangeError), or that the
 * engine aborted (WebAssembly.RuntimeError).
 */
export function isBreakdown(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError')
}

const prelude = `(() => {
  const open = ${sandboxBridge};
  ${sandboxGuards};
  const java = ${sandboxJava};
  return (host, settings) => open(host, settings, java)
})()`

/** The part of WebAssembly.Memory that is used here. */
interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

const pageBytes = 65_536
const smallestBallast = 65_536

/**
 * QuickJS cannot tell the size of an allocation here, so its own memory limit counts hardly anything. The limit is kept
 * where memory comes from instead: growth beyond it fails, and the script runs out of memory in order.
 */
function limitGrowth(memory: Memory, findLimit: () => number): void {
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    const bytes = memory.buffer.byteLength + pages * pageBytes
    if (bytes > findLimit())
      throw new RangeError(`Expected at most ${findLimit()} bytes of memory, but ${bytes} were asked for.`)
    return grow(pages)
  }
}

interface Block {
  readonly at: number
  readonly bytes: Uint8Array
}

const longestZeros = 1024 * 1024

/**
 * Copies memory up to its last byte in use, but for stretches of zeros of a megabyte and more. Only the C stack is such
 * a stretch, and what lies there between two calls means nothing; nor does memory that the allocator has not given out.
 */
function copyMemory(memory: Uint8Array): Block[] {
  const words = new Uint32Array(memory.buffer)
  const blocks: Block[] = []
  let start = 0
  let lastUsed = -1
  for (let index = 0; index < words.length; index += 1) {
    if (words[index] === 0) continue
    if ((index - lastUsed) * 4 > longestZeros && lastUsed >= 0) {
      blocks.push({ at: start * 4, bytes: memory.slice(start * 4, (lastUsed + 1) * 4) })
      start = index
    }
    lastUsed = index
  }
  if (lastUsed >= 0) blocks.push({ at: start * 4, bytes: memory.slice(start * 4, (lastUsed + 1) * 4) })
  return blocks
}
