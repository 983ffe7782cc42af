import { StartFailure } from '../start-failure.ts'

/**
 * The destination of traces, and the share of requests that are traced. The exporter reads the other
 * `OTEL_EXPORTER_OTLP_*` variables itself.
 */
export interface TracesConfig {
  /** Takes OTLP over HTTP in JSON: `http://127.0.0.1:4318/v1/traces`. */
  readonly url: string
  /** The share of requests that are traced, from 0 to 1, where the caller has not decided it. */
  readonly ratio: number
  readonly serviceName: string
}

/**
 * Reads OpenTelemetry's own variables (OpenTelemetry Protocol Exporter 1.0), so that a machine with these variables
 * needs no other configuration.
 *
 * @returns null where no collector is named.
 * @throws StartFailure naming the variable with a bad value.
 */
export function readTracesConfig(value: (name: string) => string | null): TracesConfig | null {
  const ofTraces = value('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')
  const ofAll = value('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (ofTraces === null && ofAll === null) return null
  return {
    url:
      ofTraces === null
        ? `${readEndpoint('OTEL_EXPORTER_OTLP_ENDPOINT', ofAll ?? '').replace(/\/$/, '')}/v1/traces`
        : readEndpoint('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ofTraces),
    ratio: readRatio(value('OTEL_TRACES_SAMPLER_ARG') ?? '1'),
    serviceName: value('OTEL_SERVICE_NAME') ?? 'millrace',
  }
}

function readEndpoint(name: string, text: string): string {
  const url = URL.parse(text)
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url.href
  // Not quoted: it may hold a password.
  throw new StartFailure(
    `Expected ${name} to be the address of a collector such as http://127.0.0.1:4318, but it is something else.`,
  )
}

function readRatio(text: string): number {
  if (/^(?:0|1)?(?:\.\d{1,9})?$/.test(text) && text !== '' && Number(text) <= 1) return Number(text)
  throw new StartFailure(`Expected OTEL_TRACES_SAMPLER_ARG to be a number from 0 to 1, but it is “${text}”.`)
}
