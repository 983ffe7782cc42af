import type { Person } from '../../platform/auth/user.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Runtime } from '../runtime.ts'
import { inThread, orRefusal } from '../threads/in-thread.ts'
import { runTime } from '../threads/time-budget.ts'
import type { MailTemplate, RenderedMail, RenderTask } from './mail-template.ts'

/** Reads a mail text as it is stored: its HTML cleaned, with the variables of its placeholders. */
export async function readMailText(
  runtime: Runtime,
  { workplaceId: owner }: Pick<Person, 'workplaceId'>,
  { subject, html }: MailTemplate,
): Promise<{ readonly html: string; readonly variables: string[] } | Refusal> {
  const input = { subject, html }
  const read = orRefusal(await inThread(runtime, { kind: 'readMailTemplate', input, owner, time: runTime(runtime) }))
  if (read.ok) return { html: read.html, variables: [...read.variables] }
  const [first] = read.problems
  return refuse(
    'template.invalid',
    `Expected placeholders that can be read, but ${first?.placeholder} cannot: ${first?.message}`,
    read.problems.map(({ where, placeholder, message }) => ({ where, message: `${placeholder}: ${message}` })),
  )
}

type Rendering = { readonly text: MailTemplate } & Pick<RenderTask, 'sample' | 'parts'>

/** Renders a mail text with sample values. */
export async function renderMailText(
  runtime: Runtime,
  user: Pick<Person, 'workplaceId' | 'username'>,
  { text, ...filling }: Rendering,
): Promise<RenderedMail | Refusal> {
  const kept = await readMailText(runtime, user, text)
  if (kept instanceof Refusal) return kept
  return renderKeptText(runtime, user, { text: { subject: text.subject, html: kept.html }, ...filling })
}

/** Renders a text whose HTML was cleaned when it was stored. */
export async function renderKeptText(
  runtime: Runtime,
  user: Pick<Person, 'workplaceId' | 'username'>,
  { text: { subject, html }, sample, parts = {} }: Rendering,
): Promise<RenderedMail | Refusal> {
  const { budgets, clock } = runtime
  const input = { subject, html, sample, parts, now: clock(), userId: user.username, budgets }
  const order = { kind: 'renderMail', input, owner: user.workplaceId, time: runTime(runtime) } as const
  const rendered = orRefusal(await inThread(runtime, order))
  return rendered.ok ? rendered.mail : refuse('budget.exceeded', rendered.message)
}
