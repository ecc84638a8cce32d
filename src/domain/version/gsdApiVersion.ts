/** Version of the manifest and loop contract this product implements; `engines.gsd` is judged against it. Source: design section 2. */
export const gsdApiVersion = "1.14.0"
