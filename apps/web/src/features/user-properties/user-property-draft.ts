import {
  type UserProperty,
  type UserPropertyEditors,
  type UserPropertyViewers,
  userPropertyLimits,
} from '@millrace/contract'
import type { UserPropertyType } from '@millrace/contract/lists/user-properties'
import { pickLike } from '../../components/record/draft.ts'

/** The fields of a property that a user administrator edits. */
export interface UserPropertyDraft {
  readonly name: string
  readonly key: string
  readonly type: UserPropertyType
  readonly isRequired: boolean
  readonly isUnique: boolean
  readonly choices: readonly string[]
  readonly defaultValue: string
  readonly defaultDescription: string
  readonly viewers: UserPropertyViewers
  readonly editors: UserPropertyEditors
}

export const emptyDraft: UserPropertyDraft = {
  name: '',
  key: '',
  type: 'text',
  isRequired: false,
  isUnique: false,
  choices: [],
  defaultValue: '',
  defaultDescription: '',
  viewers: 'everyone',
  editors: 'administrators',
}

export const pickDraft: (property: UserProperty) => UserPropertyDraft = pickLike(emptyDraft)

/** Returns the body of a call. It copies arrays, because those of a draft are read-only. */
export function toBody(draft: UserPropertyDraft) {
  return { ...draft, choices: [...draft.choices] }
}

/** Returns whether the required fields of a user property are filled in. */
export function isComplete({ name, key, type, choices }: UserPropertyDraft): boolean {
  const hasChoices = type !== 'choice' || (choices.length > 0 && choices.length <= userPropertyLimits.choices)
  return name.trim() !== '' && key.trim() !== '' && hasChoices
}

/** Returns a draft after a change, without settings that would contradict it. */
export function changeProperty(
  before: UserPropertyDraft,
  part: Partial<UserPropertyDraft>,
): Partial<UserPropertyDraft> {
  const isOtherType = part.type !== undefined && part.type !== before.type
  const clearsDefault = isOtherType || part.isUnique === true
  return {
    ...part,
    ...(clearsDefault && { defaultValue: '' }),
    ...(isOtherType && { choices: [] }),
    ...(part.viewers === 'administrators' && { editors: 'administrators' }),
  }
}
