import IconRestore from 'icon:restore'
import IconUserMinus from 'icon:user-minus'
import IconUserPlus from 'icon:user-plus'
import IconUserX from 'icon:user-x'
import IconUsersMinus from 'icon:users-minus'
import IconUsersPlus from 'icon:users-plus'
import { Button } from '@mantine/core'
import { api, type UserChange, type UserChangeKind, type UserRow, userChangeKinds } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkAction } from '../../../components/list/rows/bulk-bar.tsx'
import { touch } from '../../../lib/api/touch.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { lastChangeQuery } from './change-query.ts'

const icons = {
  addRoles: IconUserPlus,
  removeRoles: IconUserMinus,
  joinGroups: IconUsersPlus,
  leaveGroups: IconUsersMinus,
  disable: IconUserX,
  restore: IconRestore,
} as const

/** The users of a change: selected ones, or all that match a filter. */
export interface ChosenUsers {
  readonly kind: UserChangeKind
  readonly rows: readonly UserRow[]
  /** Null: only the rows. */
  readonly query: Readonly<Record<string, string>> | null
}

interface UserBulk {
  readonly actions: readonly BulkAction<UserRow>[]
  readonly dialog: ReactNode
  /** A button that shows the progress or the results of the last change; null when there is no recent one. */
  readonly last: ReactNode
}

/** Returns the actions on several users, each with a dialog that shows the differences first. */
export function useUserBulk(): UserBulk {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ChosenUsers | UserChange | null>(null)
  const item = useQuery(lastChangeQuery).data?.item ?? null
  const isChanging = item?.state === 'changing'
  const shown = item !== null && (isChanging || isRecent(item)) ? item : null
  // What the job has changed is read again when it ends.
  useEffect(() => (isChanging ? () => touch(api.userChanges.start) : undefined), [isChanging])
  const actions = userChangeKinds.map(
    (kind): BulkAction<UserRow> => ({
      label: t(`userChanges.${kind}`),
      icon: icons[kind],
      run: (rows, isEverything, query) => setChosen({ kind, rows, query: isEverything ? query : null }),
    }),
  )
  return {
    actions,
    last:
      shown === null ? null : (
        <Button size="xs" onClick={() => setChosen(shown)}>
          {isChanging
            ? t('userChanges.running', {
                done: shown.done.toLocaleString('en'),
                total: shown.total.toLocaleString('en'),
              })
            : t('userChanges.results')}
        </Button>
      ),
    dialog: chosen === null ? null : <ChangeDialog chosen={chosen} onClose={() => setChosen(null)} />,
  }
}

const dayMs = 86_400_000

/** Whether a change has ended within a day, with results. It may have ended while its user was elsewhere. */
function isRecent({ endedAt, counts: { changed, same, refused } }: UserChange): boolean {
  return endedAt !== null && changed + same + refused > 0 && Date.now() - Date.parse(endedAt) < dayMs
}
