/** A replacement for dmn-js's editor of knowledge models, which the product never opens. */
export class Editor {}
export class Viewer {}
