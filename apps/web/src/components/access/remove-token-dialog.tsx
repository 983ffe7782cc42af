import { useMutation } from '@tanstack/react-query'
import { useLast } from '../../lib/use-last.ts'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { showToast } from '../toast/show-toast.tsx'
import type { Token } from './token-table.tsx'

interface Props {
  /** The token to remove; null: the dialog is closed. */
  readonly token: Token | null
  readonly texts: {
    readonly title: (named: { readonly name: string }) => string
    readonly text: string
    readonly action: string
    readonly keep: string
    readonly failed: string
    readonly done: (named: { readonly name: string }) => { readonly title: string; readonly text?: string }
  }
  readonly remove: (id: string) => Promise<unknown>
  readonly onClose: () => void
}

/** A dialog that confirms the deletion of an API token, which clients may still use. */
export function RemoveTokenDialog({ token, texts, remove, onClose }: Props) {
  const name = useLast(token)?.name ?? ''
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => showToast({ kind: 'success', ...texts.done({ name }) }),
  })
  return (
    <ConfirmDialog
      isOpen={token !== null}
      title={texts.title({ name })}
      action={texts.action}
      keep={texts.keep}
      isDangerous
      isPending={removal.isPending}
      error={removal.isError ? <ErrorBanner title={texts.failed} error={removal.error} /> : null}
      onConfirm={() => token && removal.mutate(token.id, { onSuccess: onClose })}
      onClose={() => {
        removal.reset()
        onClose()
      }}
    >
      {texts.text}
    </ConfirmDialog>
  )
}
