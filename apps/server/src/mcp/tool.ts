import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '@millrace/contract'
import type { z } from 'zod'

export interface AskInput<C extends Call> {
  readonly params?: ParamsOf<C>
  readonly query?: Partial<QueryOf<C>>
  readonly body?: BodyOf<C>
  /** A request that is sent again with the same key is carried out once. */
  readonly idempotencyKey?: string | null
}

/**
 * Makes a call of the product for the user of a tool, who needs the same permissions as on any other surface.
 *
 * @throws RefusedCall
 */
export type Ask = <C extends Call>(call: C, input?: AskInput<C>) => Promise<AnswerOf<C>>

/** The error for a refused call of a tool, with the message for the user and the errors by field. */
export class RefusedCall extends Error {
  readonly code: string
  readonly details: readonly unknown[]

  constructor({ code, message, details = [] }: { code: string; message: string; details?: readonly unknown[] }) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** A tool of the Model Context Protocol: one action of users, composed of calls of the API. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  /** A description of the tool and its answer for the language model. */
  readonly description: string
  /** Users who may make one of these calls are offered the tool. The other calls that it makes only read. */
  readonly calls: readonly [Call, ...Call[]]
  /** Whether what it removes or ends cannot be brought back. */
  readonly isDestructive?: true
  readonly input: Input
  readonly run: (input: z.output<Input>, ask: Ask) => Promise<unknown>
}

export function defineTool<const Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool
}

/** Returns whether a tool only reads. */
export function isReading({ calls }: Tool): boolean {
  return calls.every(({ method }) => method === 'GET')
}
