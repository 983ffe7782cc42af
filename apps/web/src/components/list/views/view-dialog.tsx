import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ViewForm, type ViewFormProps } from './view-form.tsx'

/** A dialog for the name and the sharing of a view, which saves it. */
export default function ViewDialog({ isOpen, ...props }: ViewFormProps & { readonly isOpen: boolean }) {
  const { t } = useTranslation()
  const { view, isCustom = false, onClose } = props
  const title =
    view === null
      ? t(isCustom ? 'listViews.newCustomTitle' : 'listViews.newTitle')
      : t('listViews.editTitle', { name: view.name })
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size={400}>
      <ViewForm {...props} />
    </Modal>
  )
}
