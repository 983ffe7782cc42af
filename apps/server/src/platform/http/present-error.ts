/** The parts of an error that are logged. */
export interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack: string
  /** Fields of the error and of its causes, the outer one first. */
  readonly [field: string]: unknown
}

/**
 * Returns the loggable parts of an error: type, message and stack, those of its causes, and fields that never contain
 * user data. Other fields do: parameters of a statement, a refused row, the body of a provider's answer.
 */
export function presentError(error: unknown): LoggedError {
  const chain = listCauses(error)
  const harmless = chain.toReversed().flatMap((one) => fields.map((name) => [name, one[name]] as const))
  const kept = harmless.filter(([, value]) => typeof value === 'string' || typeof value === 'number')
  return {
    ...Object.fromEntries(kept),
    type: chain[0]?.name ?? typeof error,
    message: chain.map(({ message }) => message).join(': '),
    stack: chain.map(({ stack = '' }) => stack).join('\ncaused by: '),
  }
}

const fields = [
  'code',
  'statusCode',
  'status',
  ...['errno', 'syscall', 'address', 'port'],
  ...['severity', 'routine', 'schema', 'table', 'column', 'dataType', 'constraint'],
] as const

type WithFields = Error & Partial<Record<(typeof fields)[number], unknown>>

/** Causes may go round in circles. */
const maxCauses = 5

function listCauses(error: unknown): readonly WithFields[] {
  const chain: WithFields[] = []
  for (let one = error; one instanceof Error && chain.length < maxCauses; one = one.cause) chain.push(one)
  return chain
}
