import IconPencil from 'icon:pencil'
import IconTrash from 'icon:trash'
import { ActionIcon } from '@mantine/core'
import { api, type Comment, splitMentions } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { Age } from '../dates/dates.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { Avatar } from '../person/person.tsx'
import { showToast } from '../toast/show-toast.tsx'
import { CommentEditor } from './comment-editor.tsx'
import classes from './comments.module.css'
import type { CommentSubject } from './comments.tsx'

interface Props {
  readonly subject: CommentSubject
  /** The id of the task that is the subject; null where it has none that the user may see. */
  readonly instanceId: string | null
  readonly comment: Comment
}

/** A comment, with the actions of its author. */
export function CommentItem({ subject, instanceId, comment }: Props) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const name = comment.by?.displayName ?? t('common.unassigned')
  // Where it stands: what an instance shows may have been written about one of its tasks.
  const params = {
    ...getSubject(),
    commentId: comment.id,
  }
  const change = useMutation({
    mutationFn: (message: string) => call(api.comments.change, { params, body: { message } }),
    onSuccess: () => setEditing(false),
  })
  const remove = useMutation({
    mutationFn: () => call(api.comments.remove, { params }),
    onError: (error) =>
      showToast({ kind: 'error', title: t('comments.removeFailed'), text: describeError(error).message }),
  })
  function describePlace(): string | null {
    if (comment.task === null) return subject.of === 'task' ? ` · ${t('comments.aboutProcess')}` : null
    return comment.task.id === subject.id ? null : ` · ${t('comments.about', { task: comment.task.name })}`
  }
  function getSubject(): CommentSubject {
    if (comment.task !== null) return { of: 'task', id: comment.task.id }
    return instanceId === null ? subject : { of: 'instance', id: instanceId }
  }
  return (
    <li className={classes.item}>
      <Avatar name={name} size={24} />
      <div className={classes.body}>
        <div className={classes.head}>
          <span className={classes.name}>{name}</span>
          <span className={classes.quiet}>
            <Age since={comment.at} ago />
            {comment.editedAt === null ? null : ` · ${t('comments.edited')}`}
            {describePlace()}
          </span>
          {comment.canChange && !isEditing ? (
            <span className={classes.tools}>
              <ActionIcon size="sm" aria-label={t('comments.edit')} onClick={() => setEditing(true)}>
                <IconPencil size={14} stroke={1.6} />
              </ActionIcon>
              <ActionIcon size="sm" aria-label={t('comments.remove')} onClick={() => setAsking(true)}>
                <IconTrash size={14} stroke={1.6} />
              </ActionIcon>
            </span>
          ) : null}
        </div>
        {change.isError ? (
          <ErrorBanner title={t('comments.changeFailed')} error={change.error} comfort={t('comments.kept')} />
        ) : null}
        {isEditing ? (
          <CommentEditor
            subject={subject}
            label={t('comments.edit')}
            action={t('comments.save')}
            initial={comment.message}
            isPending={change.isPending}
            onSubmit={(message) => change.mutate(message)}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <Message comment={comment} />
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('comments.removeQuestion')}
        action={t('comments.remove')}
        isDangerous
        onConfirm={() => {
          setAsking(false)
          remove.mutate()
        }}
        onClose={() => setAsking(false)}
      >
        {t('comments.removeText')}
      </ConfirmDialog>
    </li>
  )
}

function Message({ comment: { message, mentions } }: { comment: Comment }) {
  const names = new Map(mentions.map(({ username, displayName }) => [username, displayName]))
  return (
    <p className={classes.message}>
      {splitMentions(message).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message have no other name, and never move.
        <Fragment key={index}>
          {'text' in part ? (
            part.text
          ) : names.has(part.username) ? (
            <span className={classes.mention}>@{names.get(part.username)}</span>
          ) : (
            `@${part.username}`
          )}
        </Fragment>
      ))}
    </p>
  )
}
