import { type FileValue, imageRules, propsOf } from '@millrace/forms'
import type { FieldProps } from '../field-props.ts'
import { Picture } from '../files/picture.tsx'
import classes from './field.module.css'
import { FileInput } from './file-field.tsx'

/** A field for one picture, with a preview as soon as it is uploaded. */
export function ImageField(props: FieldProps) {
  const given = propsOf(props.field, 'image')
  const files = Array.isArray(props.value) ? (props.value as readonly FileValue[]) : []
  return (
    <>
      <FileInput {...props} rules={imageRules(given)} />
      {files.map((file) => (
        <div key={file.id} className={classes.preview}>
          <Picture fieldKey={props.field.key} file={file} alt={given.alt} />
        </div>
      ))}
    </>
  )
}
