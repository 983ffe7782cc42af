import type { UserTheme } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { useDeleteTheme } from './theme-mutations.ts'

interface Props {
  readonly theme: UserTheme | null
  /** The workplace has it. */
  readonly isInUse: boolean
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** The dialog that confirms the deletion of a theme. If the theme is used, the user has to type its name. */
export function DeleteThemeDialog({ theme, isInUse, isOpen, onClose, onDeleted }: Props) {
  const { t } = useTranslation()
  const remove = useDeleteTheme()
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (theme === null) return
    remove.mutate(theme.id, {
      onSuccess: () => {
        onDeleted()
        close()
      },
    })
  }
  const name = theme?.name ?? ''
  return (
    <ConfirmDialog
      isOpen={isOpen && theme !== null}
      title={t('themes.deleteTitle', { name })}
      action={t('themes.deleteTheme')}
      isDangerous
      typedName={isInUse || (theme?.usedBy ?? 0) > 0 ? name : undefined}
      isPending={remove.isPending}
      error={remove.isError ? <ErrorBanner title={t('pageCatalogue.deleteUserTheme')} error={remove.error} /> : null}
      onConfirm={confirm}
      onClose={close}
    >
      <p>{t('themes.deleteText')}</p>
      {(theme?.usedBy ?? 0) > 0 ? <p>{t('themes.usedBy', { count: theme?.usedBy ?? 0 })}</p> : null}
    </ConfirmDialog>
  )
}
