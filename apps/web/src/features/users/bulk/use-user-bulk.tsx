import IconRestore from 'icon:restore'
import IconUserMinus from 'icon:user-minus'
import IconUserPlus from 'icon:user-plus'
import IconUserX from 'icon:user-x'
import IconUsersMinus from 'icon:users-minus'
import IconUsersPlus from 'icon:users-plus'
import { type UserChangeKind, type UserRow, userChangeKinds } from '@millrace/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkAction } from '../../../components/list/rows/bulk-bar.tsx'
import { ChangeDialog } from './change-dialog.tsx'

const icons = {
  addRoles: IconUserPlus,
  removeRoles: IconUserMinus,
  joinGroups: IconUsersPlus,
  leaveGroups: IconUsersMinus,
  disable: IconUserX,
  restore: IconRestore,
} as const

/** Users of a change: ticked ones, or all that a filter finds. */
export interface ChosenUsers {
  readonly kind: UserChangeKind
  readonly rows: readonly UserRow[]
  /** Null: only the rows. */
  readonly query: Readonly<Record<string, string>> | null
}

/** The actions on several users, each with a dialog that shows the difference first. */
export function useUserBulk(): { readonly actions: readonly BulkAction<UserRow>[]; readonly dialog: ReactNode } {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ChosenUsers | null>(null)
  const actions = userChangeKinds.map(
    (kind): BulkAction<UserRow> => ({
      label: t(`userChanges.${kind}`),
      icon: icons[kind],
      run: (rows, isEverything, query) => setChosen({ kind, rows, query: isEverything ? query : null }),
    }),
  )
  return {
    actions,
    dialog: chosen === null ? null : <ChangeDialog chosen={chosen} onClose={() => setChosen(null)} />,
  }
}
