import type { FileValue } from '@millrace/forms'
import { useFormView } from '../form-view-context.ts'
import classes from './file-list.module.css'

/** A stored picture, if the host has an address for it. */
export function Picture({ fieldKey, file, alt }: { fieldKey: string; file: FileValue; alt: string | undefined }) {
  const { fileUrl } = useFormView()
  if (fileUrl === undefined) return null
  return <img className={classes.picture} src={fileUrl(file, fieldKey)} alt={alt ?? file.name} />
}
