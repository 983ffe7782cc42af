import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { instant, person } from './values.ts'

/** The expression, script or external task in place of a Java class or bean that models name. */
const boundTo = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('expression'),
    language: z.enum(['uel', 'feel']),
    text: z.string().trim().min(1).max(20_000),
  }),
  z.object({ kind: z.literal('script'), language: z.literal('javascript'), text: z.string().min(1).max(200_000) }),
  /** Workers outside fetch it as an external task. Only for tasks and throwing events. */
  z.object({ kind: z.literal('external'), topic: z.string().trim().min(1).max(255) }),
])

export type BoundTo = z.output<typeof boundTo>

/** The name of a Java class, or of a bean as models write it: `${archiveService}`. */
const name = z
  .string()
  .max(255)
  .regex(
    /^([\p{L}_$][\p{L}\p{N}_$]*(\.[\p{L}_$][\p{L}\p{N}_$]*)*|[$#]\{[^{}\p{Cc}]+\})$/u,
    'Expected the name of a Java class such as org.example.Archive, or of a bean such as ${archive}.',
  )

const binding = z.object({ name: z.string(), boundTo, changedAt: instant, changedBy: person.nullable() })

export type Binding = z.output<typeof binding>

const audience = ['RoleProcessAdmin', 'RoleAdmin'] as const

export const bindingCalls = defineCalls('bindings', {
  /** Lists all bindings by name; a workplace has at most `limits.bindings`. */
  list: defineCall({
    method: 'GET',
    path: '/processengine/bindings',
    summary: 'Lists the bindings of Java classes and beans.',
    tag: 'Process engine',
    audience,
    answer: z.array(binding),
  }),
  /** Models use the binding from their next step on. Steps that failed without it continue when they are retried. */
  save: defineCall({
    method: 'PUT',
    path: '/processengine/bindings/{name}',
    summary: 'Binds a Java class or bean to an expression, a script or an external topic.',
    tag: 'Process engine',
    audience,
    touches: ['bindings', 'deployments.needs'],
    params: z.object({ name }),
    body: boundTo,
    answer: binding,
    errors: ['binding.invalid', 'binding.too-many'],
  }),
  delete: defineCall({
    method: 'DELETE',
    path: '/processengine/bindings/{name}',
    summary: 'Removes a binding.',
    tag: 'Process engine',
    audience,
    touches: ['bindings', 'deployments.needs'],
    happensOnce: true,
    params: z.object({ name: z.string().max(255) }),
    answer: 'empty',
    errors: ['thing.not-found'],
  }),
})
