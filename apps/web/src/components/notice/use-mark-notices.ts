import { api } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { showToast } from '../toast/show-toast.tsx'

/** Returns the mutation that marks notifications as read or unread. */
export function useMarkNotices() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: (body: { ids: string[]; isRead: boolean }) => call(api.notices.mark, { body }),
    onError: (error) =>
      showToast({ kind: 'error', title: t('notices.markFailed'), text: describeError(error).message }),
  })
}
