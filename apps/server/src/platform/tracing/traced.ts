/** One piece of work as a trace shows it. It holds no values of users: names and numbers only. */
export interface SpanOptions {
  readonly name: string
  /** `client`: a call of another program. `consumer`: work that was ordered earlier and starts a trace of its own. */
  readonly kind: 'client' | 'consumer'
  readonly attributes: Readonly<Record<string, string | number>>
}

/** Records spans, see `start-tracing.ts`. */
export interface Tracer {
  run<T>(options: SpanOptions, work: (headers: TraceHeaders) => Promise<T>): Promise<T>
}

/** The headers that name the current span to a called service (W3C Trace Context); empty without tracing. */
export type TraceHeaders = Readonly<Record<string, string>>

let tracer: Tracer | null = null

/** Sets the tracer of this process; null ends tracing. */
export function setTracer(next: Tracer | null): void {
  tracer = next
}

/**
 * Runs work as a span of the current trace. Without tracing it only runs the work.
 *
 * @param describe is called only when there is tracing.
 */
export function traced<T>(describe: () => SpanOptions, work: (headers: TraceHeaders) => Promise<T>): Promise<T> {
  return tracer === null ? work(none) : tracer.run(describe(), work)
}

const none: TraceHeaders = {}
