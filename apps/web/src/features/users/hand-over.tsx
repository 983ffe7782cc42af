import { Select } from '@mantine/core'
import { api, type HandOverTarget, type Person, type UserAccount } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { PeopleSelect } from '../../components/person/people-select.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { ApiError } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import type { Translate } from '../../lib/i18n.ts'

/** For one user: a substitute is a person, who is chosen already. */
const targetsOfOne = ['nobody', 'groups', 'person'] as const satisfies readonly HandOverTarget[]

/** The new assignees of the open tasks of a user who is being disabled. */
export interface HandOver {
  readonly target: HandOverTarget
  /** For the target `person`. */
  readonly person: Person | null
}

/** Returns whether the choices are complete. The user who is being disabled cannot be the new assignee. */
export function isCompleteHandOver({ target, person }: HandOver, { username }: Pick<UserAccount, 'username'>): boolean {
  return target !== 'person' || (person !== null && person.username !== username)
}

/** Returns the default for the new assignee: the substitute of the user, otherwise nobody. */
export function presetHandOver(user: Pick<UserAccount, 'substitute'> | undefined): HandOver {
  const substitute = user?.substitute ?? null
  return substitute === null ? { target: 'nobody', person: null } : { target: 'person', person: substitute }
}

interface Props {
  readonly targets?: readonly HandOverTarget[]
  readonly value: HandOver
  readonly onChange: (value: HandOver) => void
}

/** The fields that choose the new assignees of the open tasks. */
export function HandOverFields({ targets = targetsOfOne, value: { target, person }, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Select
        label={t('users.handOver')}
        data={targets.map((value) => ({ value, label: t(`users.handOverTo.${value}`) }))}
        allowDeselect={false}
        value={target}
        onChange={(next) => onChange({ target: targets.find((one) => one === next) ?? target, person })}
      />
      {target === 'person' ? (
        <PeopleSelect
          label={t('users.newAssignee')}
          isRequired
          chosen={person}
          onChoose={(next) => onChange({ target, person: next })}
        />
      ) : null}
    </>
  )
}

/** Starts a batch that hands over the open tasks of a disabled user. An error leaves them assigned, and is shown. */
export async function handOverTasks(
  t: Translate,
  { target, person }: HandOver,
  { username, openTasks }: Pick<UserAccount, 'username' | 'openTasks'>,
): Promise<void> {
  if (target === 'nobody') return
  const assignee = target === 'person' ? (person?.username ?? null) : null
  try {
    const { total } = await call(api.taskBulk.startBatch, {
      body: {
        action: { kind: 'assign', username: assignee },
        selection: { list: 'open', query: { assignee: username } },
      },
    })
    const text = t('users.handedOverText', {
      number: total.toLocaleString('en'),
      total: openTasks.toLocaleString('en'),
    })
    showToast({ kind: 'success', title: t('users.handedOver'), text })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showToast({ kind: 'error', title: t('users.handOverFailed'), text: describeError(error).message })
  }
}
