import IconDownload from 'icon:download'
import IconExternalLink from 'icon:external-link'
import IconFile from 'icon:file'
import IconLink from 'icon:link'
import IconTrash from 'icon:trash'
import IconUpload from 'icon:upload'
import { ActionIcon, Button, FileButton } from '@mantine/core'
import { type Attachment, api } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { saveFile } from '../../lib/api/download.ts'
import { presentSize } from '../../lib/present-size.ts'
import { QueryFailure } from '../banner/query-failure.tsx'
import type { CommentSubject } from '../comments/comments.tsx'
import { Age } from '../dates/dates.tsx'
import { SkeletonRows } from '../delayed/skeleton-rows.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { showToast } from '../toast/show-toast.tsx'
import classes from './attachments.module.css'
import { LinkDialog } from './link-dialog.tsx'

/** The attached files and links of a task or an instance, and the files of its forms. */
export function Attachments({ subject }: { subject: CommentSubject }) {
  const { t } = useTranslation()
  const [isLinking, setLinking] = useState(false)
  const query = useQuery(callQuery(api.comments.files, { params: subject }))
  const attach = useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData()
      body.append('file', file)
      const { id } = await call(api.files.upload, { body })
      await call(api.comments.attach, { params: subject, body: { fileId: id } })
    },
    onError: (error, { name }) =>
      showToast({ kind: 'error', title: t('files.attachFailed', { name }), text: describeError(error).message }),
  })
  const attachAll = async (files: readonly File[]) => {
    for (const file of files) await attach.mutateAsync(file).catch(() => undefined)
  }
  return (
    <div className={classes.attachments}>
      <div className={classes.tools}>
        <FileButton multiple onChange={(files) => void attachAll(files)}>
          {(props) => (
            <Button {...props} size="xs" loading={attach.isPending} leftSection={<IconUpload size={15} stroke={1.6} />}>
              {t('files.attach')}
            </Button>
          )}
        </FileButton>
        <Button size="xs" leftSection={<IconLink size={15} stroke={1.6} />} onClick={() => setLinking(true)}>
          {t('files.addLink')}
        </Button>
        <span className={classes.quiet}>{t('files.attachHelp')}</span>
      </div>
      <QueryFailure query={query} title={t('files.failed')} isRegion />
      {query.isPending ? <SkeletonRows count={2} height={40} /> : null}
      {query.data?.length === 0 ? (
        <div>
          <p>{t('files.emptyTitle')}</p>
          <p className={classes.quiet}>{t('files.emptyText')}</p>
        </div>
      ) : null}
      {query.data !== undefined && query.data.length > 0 ? (
        <ul className={classes.list} aria-label={t('files.title')}>
          {query.data.map((file) => (
            <AttachmentItem key={file.id} subject={subject} file={file} />
          ))}
        </ul>
      ) : null}
      <LinkDialog subject={subject} isOpen={isLinking} onClose={() => setLinking(false)} />
    </div>
  )
}

function AttachmentItem({ subject, file }: { subject: CommentSubject; file: Attachment }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { id, name, url, size, by, at, task, canDelete } = file
  const place = task === null ? subject : ({ of: 'task', id: task.id } as const)
  const fail = (title: string) => (error: Error) =>
    showToast({ kind: 'error', title, text: describeError(error).message })
  const save = useMutation({
    mutationFn: async () => saveFile(await call(api.comments.download, { params: { ...subject, fileId: id } })),
    onError: fail(t('files.downloadFailed', { name })),
  })
  const remove = useMutation({
    mutationFn: () => call(api.comments.detach, { params: { ...place, fileId: id } }),
    onError: fail(t('files.removeFailed', { name })),
  })
  return (
    <li className={classes.item}>
      {url === null ? <IconFile size={16} stroke={1.6} aria-hidden /> : <IconLink size={16} stroke={1.6} aria-hidden />}
      <span className={classes.body}>
        {url === null ? (
          <span className={classes.name}>{name}</span>
        ) : (
          <a className={classes.name} href={url} target="_blank" rel="noopener noreferrer">
            {name} <IconExternalLink size={13} stroke={1.6} aria-hidden />
          </a>
        )}
        <span className={classes.quiet}>
          {size === null ? t('files.link') : presentSize(size)}
          {by === null ? '' : ` · ${by.displayName}`}
          {at === null ? null : (
            <>
              {' · '}
              <Age since={at} ago />
            </>
          )}
          {file.field === null ? '' : ` · ${t('files.ofForm')}`}
          {task !== null && task.id !== subject.id ? ` · ${t('comments.about', { task: task.name })}` : ''}
        </span>
      </span>
      {url === null ? (
        <ActionIcon
          size="sm"
          aria-label={t('files.download', { name })}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          <IconDownload size={15} stroke={1.6} />
        </ActionIcon>
      ) : null}
      {canDelete ? (
        <ActionIcon size="sm" aria-label={t('files.remove', { name })} onClick={() => setAsking(true)}>
          <IconTrash size={15} stroke={1.6} />
        </ActionIcon>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('files.removeQuestion', { name })}
        action={t('files.remove', { name })}
        isDangerous
        onConfirm={() => {
          setAsking(false)
          remove.mutate()
        }}
        onClose={() => setAsking(false)}
      >
        {t('files.removeText')}
      </ConfirmDialog>
    </li>
  )
}
