export { CopyViewPage as Page } from '../../components/list/views/copy-view-page.tsx'
