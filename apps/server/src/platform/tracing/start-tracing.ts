import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { setTracer, type TraceHeaders } from './traced.ts'
import type { TracesConfig } from './traces-config.ts'

export interface Tracing {
  /** Sends the remaining spans, for at most two seconds, and ends tracing. */
  stop(): Promise<void>
}

/** How long the end of a server waits for its last spans to arrive. */
const patienceMs = 2_000

/**
 * Starts tracing for this process. Spans are sent every few seconds; while the collector is away they are dropped, and
 * nothing waits for them.
 */
export function startTracing({ url, ratio, serviceName }: TracesConfig, version: string): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const tracer = provider.getTracer('millrace', version)
  setTracer({
    run: ({ name, kind, attributes }, work) => {
      const isCall = kind === 'client'
      const span = tracer.startSpan(name, {
        kind: isCall ? SpanKind.CLIENT : SpanKind.CONSUMER,
        attributes: { ...attributes },
        root: !isCall,
      })
      const current = trace.setSpan(context.active(), span)
      return endWith(
        span,
        context.with(current, () => work(headersOf(current))),
      )
    },
  })
  return {
    stop: async () => {
      setTracer(null)
      await Promise.race([provider.shutdown().catch(() => {}), sleep(patienceMs, undefined, { ref: false })])
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

async function endWith<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    // Without its message, which may quote what somebody entered.
    const { code, name } = error as { readonly code?: unknown; readonly name?: unknown }
    span.setAttribute('error.type', String(code ?? name ?? 'error'))
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

function headersOf(current: Context): TraceHeaders {
  const headers: Record<string, string> = {}
  propagation.inject(current, headers)
  return headers
}
