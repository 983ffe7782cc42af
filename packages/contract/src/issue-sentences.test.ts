import { expect, it } from 'vitest'
import { z } from 'zod'
import { describeIssue } from './issue-sentences.ts'

const sentencesFor = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: describeIssue }).error?.issues.map(({ message }) => message)

it.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'Expected a value, but there is none.'],
  [z.string(), 5, 'Expected a text, but it is a number.'],
  [z.string(), null, 'Expected a text, but it is nothing.'],
  [z.number(), [], 'Expected a number, but it is a list.'],
  [z.number().int(), 1.5, 'Expected a whole number, but it is a number.'],
  [z.string().min(1), '', 'Expected a value, but it is empty.'],
  [z.string().min(3), 'ab', 'Expected at least 3 characters.'],
  [z.string().max(1), 'ab', 'Expected at most 1 character.'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Expected at most 2 entries.'],
  [z.number().min(60), 5, 'Expected at least 60.'],
  [z.number().positive(), 0, 'Expected more than 0.'],
  [z.number().lt(5), 5, 'Expected less than 5.'],
  [z.enum(['a', 'b', 'c']), 'd', 'Expected a, b or c.'],
  [z.email(), 'x', 'Expected an email address.'],
  [z.iso.datetime(), 'yesterday', 'Expected a date and time like 2030-01-31T09:00:00Z.'],
  [z.uuid(), 'x', 'Expected an id.'],
  [z.strictObject({ a: z.string() }), { a: '', b: 1, c: 2 }, 'Expected only known fields, but there is b, c.'],
  [z.union([z.string(), z.number()]), true, 'Expected another kind of value.'],
  [z.number().multipleOf(5), 7, 'Expected a multiple of 5.'],
])('says in a sentence what %o finds in %o', (schema, value, sentence) => {
  expect(sentencesFor(schema, value)).toEqual([sentence])
})

it('leaves a sentence of the schema alone', () => {
  expect(sentencesFor(z.string().regex(/a/, 'Expected an a.'), 'b')).toEqual(['Expected an a.'])
})
