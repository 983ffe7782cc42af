import type { AnswerOf, formDesignerCalls } from '@millrace/contract'
import { refuseFaults } from '../../operations/forms/form-designs.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'

/** Reads the design in a file of any known format. */
export async function readFile(
  { runtime }: Pick<OperationContext, 'runtime'>,
  { workplaceId: owner }: Person,
  text: string,
): Promise<AnswerOf<typeof formDesignerCalls.readFile> | Refusal> {
  const read = orRefusal(await inThread(runtime, { kind: 'readFormFile', input: text, owner, time: readTime(runtime) }))
  if (!read.ok) return refuseFaults(read.problems)
  const { format, designerJson, mapped, notes } = read
  return { format, designerJson, mapped, notes: [...notes] }
}
