import { limits } from '@millrace/contract'
import { type DocumentProblem, documentLimits } from '@millrace/forms'
import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'
import type { DesignKind, DesignText } from '../designs/design-kind.ts'
import { designTables } from '../designs/design-tables.ts'
import { type FormRow, formFinder, formRecord, formRecordOf } from './form.ts'

/** A design that was compiled here. */
export interface CompiledForm extends DesignText {
  readonly more: readonly [renderedJson: string]
}

/** The kind of design for forms and templates: documents, which are compiled and contain neither name nor key. */
export const formDesigns = {
  tables: designTables.form,
  many: 'forms',
  maxKey: limits.formKey,
  finder: formFinder,
  record: formRecord,
  recordOf: formRecordOf,
  keyOf: ({ form_key }) => form_key ?? '',
  read: compile,
  refuseUnsaved: refuseLarge,
  nameOf: () => null,
  columnsOf: () => ({}),
  details: [],
} as const satisfies DesignKind<FormRow, CompiledForm>

async function compile(
  runtime: Runtime,
  { user: { workplaceId: owner } }: Request,
  { text }: DesignText,
): Promise<CompiledForm | Refusal> {
  const order = { kind: 'compileDesign', input: text, owner, time: readTime(runtime) } as const
  const compiled = orRefusal(await inThread(runtime, order))
  return compiled.ok ? { text, more: [compiled.renderedJson] } : refuseFaults(compiled.problems)
}

function refuseLarge({ length }: string): Refusal | null {
  if (length <= documentLimits.characters) return null
  return refuse(
    'request.too-large',
    `Expected a design of up to ${documentLimits.characters} characters, but it has ${length}.`,
  )
}

/** The number of errors that are reported. More are shown after these are fixed. */
const maxFaults = 100

export function refuseFaults(problems: readonly DocumentProblem[]): Refusal {
  const [first] = problems
  return refuse(
    'design.invalid',
    `Expected a design without faults, but it has ${problems.length}. ${first?.at ? `${first.at}: ` : ''}${first?.message ?? ''}`,
    problems.slice(0, maxFaults).map(({ at, node, message, code }) => ({ where: node ?? at, message, code })),
  )
}
