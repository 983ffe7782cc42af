import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Records a span for each request, as part of the trace that a `traceparent` header names. A span has the address of
 * the route, not the requested address, which can contain tokens (as in the log, decision 74).
 */
export function traceRequests(app: FastifyInstance): void {
  const tracer = trace.getTracer('millrace')
  const spans = new WeakMap<FastifyRequest, Span>()
  const resume = (request: FastifyRequest, next: () => void) => {
    const span = spans.get(request)
    if (span === undefined) next()
    else context.with(trace.setSpan(context.active(), span), next)
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, headers } = request
    const route = routeOptions.url ?? ''
    const isStream = routeOptions.config.call?.answer === 'events'
    if (isStream || route === '' || route === '/*') return done()
    const span = tracer.startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': method, 'http.route': route, 'millrace.request.id': request.id },
      },
      propagation.extract(context.active(), headers),
    )
    spans.set(request, span)
    resume(request, done)
  })
  // The body arrives by events of the connection, which know no trace.
  app.addHook('preValidation', (request, _reply, done) => resume(request, done))
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    if (span === undefined) return
    span.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  })
  app.addHook('onRequestAbort', async (request) => spans.get(request)?.end())
}
