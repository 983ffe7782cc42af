import IconX from 'icon:x'
import { ActionIcon, Tooltip } from '@mantine/core'
import { builtInTheme, type ThemeData, type UserTheme } from '@millrace/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import { DeleteThemeDialog } from './delete-theme-dialog.tsx'
import { DialogFoot } from './dialog-foot.tsx'
import { NoThemePicked } from './no-theme-picked.tsx'
import { ThemeEditor } from './theme-editor.tsx'
import { ThemeFacts } from './theme-facts.tsx'
import { ThemeList } from './theme-list.tsx'
import { ThemePreview } from './theme-preview.tsx'
import classes from './themes.module.css'
import { useThemeEditor } from './use-theme-editor.ts'

interface Props {
  readonly data: ThemeData
  readonly themes: readonly UserTheme[]
  readonly onClose: () => void
}

/**
 * The dialog that selects, adds, edits or deletes themes. It does not cover the navigation bar: the user can end the
 * preview there, and see the effect of the theme.
 */
export function ThemeDialog({ data, themes, onClose }: Props) {
  const { t } = useTranslation()
  const editor = useThemeEditor({ data, themes })
  const [isDeleting, setIsDeleting] = useState(false)
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const [dropping, setDropping] = useState<'close' | 'discard' | null>(null)
  const close = () => {
    editor.leave()
    onClose()
  }
  /** Nothing that was changed is dropped unasked. */
  const ask = (action: 'close' | 'discard') => {
    if (editor.changeCount > 0) setDropping(action)
    else if (action === 'close') close()
    else editor.discard()
  }
  const isEmpty = editor.mode === 'none' && editor.picked === null
  return (
    <div
      role="dialog"
      aria-labelledby={id}
      className={classes.dialog}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && editor.mode === 'none' && !event.defaultPrevented) close()
      }}
    >
      <UnsavedGuard isDirty={() => editor.changeCount > 0} />
      <div className={classes.dialogHead}>
        <div>
          <h2 id={id} ref={heading} tabIndex={-1} className={classes.dialogTitle}>
            {t('themes.manage')}
          </h2>
          <p className={classes.dialogHint}>{t('themes.manageHint')}</p>
        </div>
        <Tooltip label={t('themes.close')}>
          <ActionIcon aria-label={t('themes.close')} onClick={() => ask('close')}>
            <IconX size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.panes}>
        <ThemeList themes={themes} siteCode={data.themeCode} editor={editor} />
        <div className={classes.middle}>
          {isEmpty ? (
            <NoThemePicked isFirst={themes.length === 0} onAdd={editor.add} />
          ) : editor.mode === 'none' ? (
            <ThemeFacts theme={editor.picked} isInUse={data.themeCode === (editor.picked?.code ?? builtInTheme.code)} />
          ) : (
            <ThemeEditor editor={editor} />
          )}
        </div>
        <ThemePreview variables={editor.shown} productName={data.productName} />
      </div>
      <DialogFoot
        editor={editor}
        onDiscard={() => ask('discard')}
        onDelete={() => editor.canDelete() && setIsDeleting(true)}
      />
      <ConfirmDialog
        isOpen={dropping !== null}
        title={t('themes.dropTitle')}
        action={t('themes.drop')}
        keep={t('unsaved.stay')}
        isDangerous
        onConfirm={() => {
          setDropping(null)
          editor.discard()
          if (dropping === 'close') close()
        }}
        onClose={() => setDropping(null)}
      >
        {t('themes.dropText')}
      </ConfirmDialog>
      <DeleteThemeDialog
        theme={editor.pickedTheme}
        isInUse={data.themeCode === editor.pickedTheme?.code}
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        onDeleted={editor.forget}
      />
    </div>
  )
}
