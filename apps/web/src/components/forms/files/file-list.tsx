import IconFile from 'icon:file'
import IconX from 'icon:x'
import { ActionIcon, Anchor, Button } from '@mantine/core'
import { type FileValue, presentProblem } from '@millrace/forms'
import type { ReactNode } from 'react'
import { presentSize } from '../../../lib/present-size.ts'
import { formTexts } from '../form-texts.ts'
import { useFormView } from '../form-view-context.ts'
import classes from './file-list.module.css'
import type { Upload } from './use-uploads.ts'

interface Props {
  readonly fieldKey: string
  readonly files: readonly FileValue[]
  readonly uploads: readonly Upload[]
  readonly isDisabled: boolean
  onRetry(upload: Upload): void
  onRemoveUpload(upload: Upload): void
  onRemove(file: FileValue): void
}

/** The files of a field: stored ones, then uploads in progress. */
export function FileList({ fieldKey, files, uploads, isDisabled, onRetry, onRemoveUpload, onRemove }: Props) {
  const { language } = useFormView()
  if (files.length === 0 && uploads.length === 0) return null
  return (
    <ul className={classes.list}>
      {files.map((file) => (
        <FileRow key={file.id} name={<FileName fieldKey={fieldKey} file={file} />} size={file.size}>
          {isDisabled ? null : <RemoveButton label={formTexts.removeFile(file.name)} onClick={() => onRemove(file)} />}
        </FileRow>
      ))}
      {uploads.map((upload) => {
        const { file, state, id } = upload
        const hasFailed = state === 'failed'
        const failure = presentProblem({ code: 'file.upload-failed', params: { name: file.name } }, language)
        return (
          <FileRow key={id} name={file.name} size={file.size}>
            {hasFailed ? (
              <>
                <span role="alert" className={classes.failure}>
                  {failure}
                </span>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={formTexts.retryUpload(file.name)}
                  onClick={() => onRetry(upload)}
                >
                  {formTexts.retry}
                </Button>
              </>
            ) : (
              <UploadProgress upload={upload} />
            )}
            <RemoveButton
              label={hasFailed ? formTexts.removeFile(file.name) : formTexts.cancelUpload(file.name)}
              onClick={() => onRemoveUpload(upload)}
            />
          </FileRow>
        )
      })}
    </ul>
  )
}

/** The name of a file, as a link if the host has an address for the file. */
export function FileName({ fieldKey, file }: { fieldKey: string; file: FileValue }) {
  const { fileUrl } = useFormView()
  if (fileUrl === undefined) return file.name
  return (
    <Anchor href={fileUrl(file, fieldKey)} download={file.name} inherit>
      {file.name}
    </Anchor>
  )
}

function FileRow({ name, size, children }: { name: ReactNode; size: number; children: ReactNode }) {
  return (
    <li className={classes.row}>
      <IconFile size={15} stroke={1.6} aria-hidden />
      <span className={classes.name}>{name}</span>
      <span className={classes.size}>{presentSize(size)}</span>
      {children}
    </li>
  )
}

/** How far an upload has come; how long the server looks into a file nobody knows. */
function UploadProgress({ upload: { file, state, percent } }: { upload: Upload }) {
  const isSending = state === 'sending'
  return (
    <>
      <progress
        className={classes.progress}
        aria-label={formTexts.uploading(file.name)}
        max={100}
        {...(state === 'checking' ? {} : { value: percent })}
      />
      <span className={classes.percent} aria-hidden>
        {isSending ? `${percent} %` : state === 'checking' ? formTexts.uploadChecked : formTexts.uploadWaits}
      </span>
    </>
  )
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={24} aria-label={label} onClick={onClick}>
      <IconX size={15} stroke={1.6} />
    </ActionIcon>
  )
}
