import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from '../editor-props.ts'
import classes from './editors.module.css'
import { FieldRow, notesId } from './field-row.tsx'

/** Edits a picture that is stored in the form itself. */
export function PictureEditor(props: EditorProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const { value, id, onChange } = props
  return (
    <FieldRow {...props}>
      {typeof value === 'string' && value !== '' ? <img className={classes.picture} src={value} alt="" /> : null}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={({ currentTarget: { files } }) => {
          const [file] = files ?? []
          if (file !== undefined) void readDataUrl(file).then(onChange)
        }}
      />
      <Button
        id={id}
        size="xs"
        onClick={() => input.current?.click()}
        aria-describedby={props.error === '' ? undefined : notesId(id)}
      >
        {t('designer.panel.choosePicture')}
      </Button>
    </FieldRow>
  )
}

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
