import { useNavigate, useParams } from '@tanstack/react-router'
import { paths } from '../../config/paths.ts'
import { StartForm } from './start-form-page.tsx'

/** The form that starts a process, for whoever came by a link. */
export function Page() {
  const { definitionId = '', processOrTask = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  return (
    <StartForm
      key={definitionId}
      definitionId={definitionId}
      onAloneStarted={(instance) =>
        void navigate({ to: paths.secureSuccess(processOrTask), search: { instance }, replace: true })
      }
    />
  )
}
