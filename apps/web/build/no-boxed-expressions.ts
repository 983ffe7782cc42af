/** In place of dmn-js's editor of knowledge models: nobody opens it. */
export class Editor {}
export class Viewer {}
