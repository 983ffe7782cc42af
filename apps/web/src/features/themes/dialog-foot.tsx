import IconTrash from 'icon:trash'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './themes.module.css'
import type { ThemeEditing } from './use-theme-editor.ts'

interface Props {
  readonly editor: ThemeEditing
  readonly onDiscard: () => void
  readonly onDelete: () => void
}

/** The actions for the selected theme, or for unsaved changes. */
export function DialogFoot({ editor, onDiscard, onDelete }: Props) {
  const { t } = useTranslation()
  const isEditing = editor.mode !== 'none'
  return (
    <div className={classes.foot} data-editing={isEditing || undefined}>
      {editor.mode === 'add' ? null : (
        <Button
          data-danger
          variant="subtle"
          className={classes.delete}
          leftSection={<IconTrash size={16} stroke={1.6} />}
          onClick={onDelete}
        >
          {t('themes.deleteTheme')}
        </Button>
      )}
      <p className={classes.footNote} role="status" data-message={editor.message !== null || undefined}>
        {editor.message ?? (editor.changeCount === 0 ? null : t('themes.unsaved', { count: editor.changeCount }))}
      </p>
      {editor.isPreviewOn || (editor.picked === null && !isEditing) ? null : (
        <Button onClick={editor.togglePreview}>{t('themes.preview')}</Button>
      )}
      {isEditing ? (
        <>
          <Button onClick={onDiscard}>{t('themes.discard')}</Button>
          <Button variant="filled" loading={editor.isSaving} onClick={editor.save}>
            {t('themes.saveTheme')}
          </Button>
        </>
      ) : (
        <Button onClick={editor.edit}>{t('themes.edit')}</Button>
      )}
    </div>
  )
}
